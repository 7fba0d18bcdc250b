import type { Versions } from '../checking/rules.ts';
import type { Finding } from '../../checks/judge.ts';
import type { InvoiceKeys } from '../../checks/context.ts';
import type { CheckedInvoice } from '../../checks/invoice.ts';
import type { EventCause } from '../../events/record.ts';
import type { Column } from '../../ground/db/input.ts';
import type { IdempotencyKey } from '../../idempotency/store.ts';
import { firstOfSupplier } from '../store.ts';

/** The dates as sent, with their days. */
export type InvoiceDates = Pick<CheckedInvoice, 'invoiceDate' | 'invoiceDay' | 'paymentDueDate' | 'paymentDueDay'>;

export interface NewInvoice extends EventCause {
  id: string;
  eventId: string;
  /** The id of the event supplierinvoice.held; undefined if it is not held. */
  heldEventId: string | undefined;
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

/** The versions that the invoices were judged by. */
export type JudgedBy = Pick<Versions, 'judging'> & Partial<Versions>;

export interface InsertResult {
  stored: ReadonlySet<string>;
  /** The version that changed; then nothing is stored. */
  outdated: keyof Versions | undefined;
}

/** The columns of supplier_invoices that are stored as given. */
export const storedColumns: Column<NewInvoice>[] = [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'partner_id', type: 'uuid', of: ({ partnerId }) => partnerId },
  { name: 'external_reference_id', type: 'text', of: ({ externalReferenceId }) => externalReferenceId },
  { name: 'supplier_number', type: 'text', of: ({ supplierNumber }) => supplierNumber },
  { name: 'invoice_day', type: 'date', of: ({ dates }) => dates.invoiceDay },
  { name: 'payment_due_day', type: 'date', of: ({ dates }) => dates.paymentDueDay },
  { name: 'number_key', type: 'text', of: ({ keys }) => keys.number },
  { name: 'amount_key', type: 'text', of: ({ keys }) => keys.amount },
  { name: 'ocr_key', type: 'text', of: ({ keys }) => keys.ocr },
  { name: 'findings', type: 'jsonb', of: ({ findings }) => (findings.length === 0 ? '[]' : JSON.stringify(findings)) },
  { name: 'document', type: 'json', of: ({ document }) => document },
  { name: 'body_sha256', type: 'bytea', of: ({ bodySha256 }) => `\\x${bodySha256}` },
];

/** SQL: no earlier invoice of the supplier shares a key with the row of `input`. */
export const isUnlike = (company?: string) =>
  ['number_key', 'amount_key', 'ocr_key']
    .map((key) => `${firstOfSupplier(key, `input.${key}`, 'true', company)} IS NULL`)
    .join(' AND ');
