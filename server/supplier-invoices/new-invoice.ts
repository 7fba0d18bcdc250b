import type { Finding } from '../checks/rule.ts';
import type { InvoiceKeys } from '../checks/context.ts';
import type { CheckedInvoice } from '../checks/invoice.ts';
import type { EventCause, NewEvent } from '../events/record.ts';
import type { Column } from '../ground/db/batch-insert.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import type { IdempotencyKey } from '../idempotency/store.ts';

/** The dates as sent, with their days. */
export type InvoiceDates = Pick<CheckedInvoice, 'invoiceDate' | 'invoiceDay' | 'paymentDueDate' | 'paymentDueDay'>;

export interface NewInvoice extends EventCause {
  company: CompanyId;
  id: string;
  state: 'received' | 'held';
  externalReferenceId: string;
  supplierNumber: string;
  /** JSON text as it was sent. */
  document: string;
  /** The SHA-256 of the body's bytes, in hexadecimal digits. */
  bodySha256: string;
  dates: InvoiceDates;
  findings: Finding[];
  keys: InvoiceKeys;
  key: IdempotencyKey | undefined;
  answer: object;
}

/** The columns of supplier_invoices that are stored as given. */
export const columns: Column<NewInvoice>[] = [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'partner_id', type: 'uuid', of: ({ partnerId }) => partnerId },
  { name: 'external_reference_id', type: 'text', of: ({ externalReferenceId }) => externalReferenceId },
  { name: 'supplier_number', type: 'text', of: ({ supplierNumber }) => supplierNumber },
  { name: 'state', type: 'text', of: ({ state }) => state },
  { name: 'invoice_day', type: 'date', of: ({ dates }) => dates.invoiceDay },
  { name: 'payment_due_day', type: 'date', of: ({ dates }) => dates.paymentDueDay },
  { name: 'number_key', type: 'text', of: ({ keys }) => keys.number },
  { name: 'amount_key', type: 'text', of: ({ keys }) => keys.amount },
  { name: 'ocr_key', type: 'text', of: ({ keys }) => keys.ocr },
  { name: 'findings', type: 'jsonb', of: ({ findings }) => (findings.length === 0 ? '[]' : JSON.stringify(findings)) },
  { name: 'document', type: 'json', of: ({ document }) => document },
  { name: 'body_sha256', type: 'bytea', of: ({ bodySha256 }) => `\\x${bodySha256}` },
];

export function eventsOf(invoice: NewInvoice): NewEvent[] {
  const { id: supplierInvoiceId, externalReferenceId, supplierNumber, state, findings, dates } = invoice;
  const { partnerId, partnerName, traceId } = invoice;
  const { invoiceDate, invoiceDay, paymentDueDate, paymentDueDay } = dates;
  const created: NewEvent = {
    type: 'supplierinvoice.created',
    subjectId: supplierInvoiceId,
    // Spread objects would take several times as long.
    data: {
      supplierInvoiceId,
      externalReferenceId,
      supplierNumber,
      partnerId,
      partnerName,
      traceId,
      state,
      findings,
      invoiceDate,
      invoiceDay,
      paymentDueDate,
      paymentDueDay,
    },
  };
  if (state === 'received') return [created];
  const about = { supplierInvoiceId, externalReferenceId, supplierNumber, partnerId, partnerName, traceId };
  const holds = findings.filter(({ severity }) => severity === 'hold').map(({ code }) => code);
  const heldFor = [...new Set(holds)].sort();
  return [created, { type: 'supplierinvoice.held', subjectId: supplierInvoiceId, data: { ...about, heldFor } }];
}

/** Invoices of one company that were judged together. */
export interface JudgedInvoices {
  company: CompanyId;
  invoices: readonly NewInvoice[];
  /** The version of the settings and suppliers that they were judged by. */
  judging: string;
  /** The version of the invoices that they were compared with. Without one, those like an earlier one are not stored. */
  compared?: string | undefined;
}

export interface InsertResult {
  /** Ids of invoices. */
  stored: ReadonlySet<string>;
  /** Companies whose counters are locked, or not at these versions: nothing of them was stored. */
  overtaken: ReadonlySet<CompanyId>;
  /** Those of them whose invoices must be judged again. A company whose counters are locked may be one of them. */
  outdated: ReadonlySet<string>;
}
