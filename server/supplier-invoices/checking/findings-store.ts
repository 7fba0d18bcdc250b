import type { Actor } from '../../audit/record.ts';
import type { StoredFinding } from './finding-rules.ts';
import type { InvoiceState } from '../../decisions/invoices.ts';
import { invoiceAndPartnerFields, invoiceFields } from '../store.ts';
import type { Finding } from '../../checks/judge.ts';
import { byOperator, eventParts, type Cause } from '../../events/record.ts';
import { runChain, type Chain } from '../../ground/db/chain.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';

/** SQL for whether nobody has dismissed some finding that is more than a note. */
export const hasWarnings = (findings: string): string => `EXISTS (
  SELECT FROM jsonb_array_elements(${findings}) AS finding
  WHERE NOT finding ? 'dismissed' AND finding ->> 'severity' IS DISTINCT FROM 'info')`;

export interface InvoiceWithFindings {
  state: InvoiceState;
  findings: StoredFinding[];
}

export async function lockFindings(tx: Db, company: CompanyId, id: string): Promise<InvoiceWithFindings | undefined> {
  const { rows } = await tx.query<InvoiceWithFindings>({
    name: 'lock-findings',
    text: 'SELECT state, findings FROM supplier_invoices WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE',
    values: [company, id],
  });
  return rows[0];
}

export interface Dismissal {
  id: string;
  place: number;
  code: string;
  reason: string;
  /** The service dismisses findings that a later file disproves. */
  operator: Actor;
  /** Undefined without a request. */
  traceId?: string;
  eventId: string;
}

const dismissChain: Chain = {
  name: 'dismiss-finding',
  parts: [
    [
      'dismissed',
      `UPDATE supplier_invoices SET findings = jsonb_set(findings, ARRAY[($4::integer - 1)::text, 'dismissed'], $9::jsonb)
       WHERE company_id = $1 AND id = $3
       RETURNING id, external_reference_id, supplier_number, partner_id`,
    ],
    [
      'fresh',
      `SELECT $5::uuid AS event_id, 'supplierinvoice.dismissed' AS type, id::text AS subject_id, 1 AS place,
              jsonb_strip_nulls(jsonb_build_object(
                ${invoiceAndPartnerFields},
                'code', $6::text, 'place', $4::integer, 'by', $9::jsonb -> 'by', 'reason', $7::text, 'traceId', $8::text)) AS data
       FROM dismissed`,
    ],
    ...eventParts('one', 'fresh', ['supplierinvoice.dismissed']),
  ],
  result: 'SELECT FROM dismissed',
};

/** The caller has locked the invoice. */
export async function writeDismissal(
  tx: Db,
  company: CompanyId,
  { id, place, code, reason, operator, traceId, eventId }: Dismissal,
  now: Date,
): Promise<void> {
  const dismissed = { at: now.toISOString(), by: { id: operator.id ?? undefined, name: operator.name }, reason };
  const values = [company, now, id, place, eventId, code, reason, traceId, JSON.stringify(dismissed)];
  await runChain(tx, dismissChain, values);
}

/** The caller has locked the invoice. */
export async function addFindings(tx: Db, company: CompanyId, id: string, findings: readonly Finding[]): Promise<void> {
  await tx.query({
    name: 'add-findings',
    text: 'UPDATE supplier_invoices SET findings = findings || $3::jsonb WHERE company_id = $1 AND id = $2',
    values: [company, id, JSON.stringify(findings)],
  });
}

const holdChain: Chain = {
  name: 'hold-invoice',
  parts: [
    [
      'kept',
      `UPDATE supplier_invoices SET state = 'held' WHERE company_id = $1 AND id = $3 AND state = 'received'
       RETURNING id, external_reference_id, supplier_number, partner_id`,
    ],
    [
      'fresh',
      `SELECT $4::uuid AS event_id, 'supplierinvoice.held' AS type, id::text AS subject_id, 1 AS place,
              jsonb_strip_nulls(jsonb_build_object(
                ${invoiceFields}, 'heldFor', $5::jsonb, 'partnerId', coalesce($6::uuid, partner_id),
                'partnerName', coalesce($7::text, (SELECT name FROM partners WHERE company_id = $1 AND partners.id = partner_id)),
                'ownerId', CASE WHEN partner_id <> $6 THEN partner_id END, 'by', ${byOperator('$9', '$10')}, 'traceId', $8::text)) AS data
       FROM kept`,
    ],
    ...eventParts('one', 'fresh', ['supplierinvoice.held']),
  ],
  result: 'SELECT FROM kept',
};

/** Only a received invoice becomes held. The caller has locked it. */
export async function holdInvoice(
  tx: Db,
  company: CompanyId,
  id: string,
  {
    eventId,
    heldFor,
    partnerId,
    partnerName,
    operator,
    traceId,
  }: Cause & { eventId: string; heldFor: readonly string[] },
  now: Date,
): Promise<void> {
  await runChain(tx, holdChain, [
    company,
    now,
    id,
    eventId,
    JSON.stringify(heldFor),
    partnerId,
    partnerName,
    traceId,
    operator?.id,
    operator?.name,
  ]);
}
