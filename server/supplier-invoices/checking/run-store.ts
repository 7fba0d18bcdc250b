import type { StoredFinding } from './finding-rules.ts';
import type { InvoiceState } from '../../decisions/invoices.ts';
import { heldFor, invoiceAndPartnerFields, invoiceDays } from '../store.ts';
import type { Actor } from '../../audit/record.ts';
import type { InvoiceDays } from '../../checks/invoice.ts';
import type { Finding } from '../../checks/judge.ts';
import { eventParts } from '../../events/record.ts';
import { runChain, type Chain } from '../../ground/db/chain.ts';
import { defaultZone } from '../../../common/days.ts';
import { batchInput } from '../../ground/db/input.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';

export interface ArrivalFilter {
  /** The first day of arrival in Stockholm (YYYY-MM-DD); undefined for all days. */
  day: string | undefined;
}

const dayMs = 24 * 60 * 60_000;

/**
 * Ids begin with their time of creation, so older rows can be skipped. Clocks and zones differ by less than two days.
 */
const firstIdOf = ({ day }: ArrivalFilter): string => {
  const time = day === undefined ? 0 : Math.max(0, Date.parse(day) - 2 * dayMs);
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

const arrivedSince = (day: string) =>
  `(${day}::text IS NULL OR created_at >= ${day}::timestamp AT TIME ZONE '${defaultZone}')`;

export async function countStored(db: Db, company: CompanyId, since: ArrivalFilter): Promise<number> {
  const { rows } = await db.query<{ many: string }>(
    `SELECT count(*) AS many FROM supplier_invoices WHERE company_id = $1 AND id > $2 AND ${arrivedSince('$3')}`,
    [company, firstIdOf(since), since.day],
  );
  return Number(rows[0]?.many ?? 0);
}

export interface StoredInvoice extends InvoiceDays {
  id: string;
  partnerId: string;
  externalReferenceId: string;
  supplierNumber: string;
  createdAt: Date;
  state: InvoiceState;
  findings: StoredFinding[];
  /** JSON text, which keeps every digit. */
  document: string;
}

/** Bounds one transaction. */
const maxInvoices = 100;
/** Stored bytes of documents in one read. */
const maxBytes = 2 * 1024 * 1024;

export async function readStored(
  db: Db,
  company: CompanyId,
  since: ArrivalFilter,
  after: string | undefined,
): Promise<StoredInvoice[]> {
  const { rows } = await db.query<StoredInvoice>({
    name: 'read-stored-invoices',
    text: `SELECT id, partner_id AS "partnerId", external_reference_id AS "externalReferenceId", supplier_number AS "supplierNumber",
                  created_at AS "createdAt", state, findings, ${invoiceDays}, document::text AS document
           FROM (
             SELECT *, sum(pg_column_size(document)) OVER (ORDER BY id) - pg_column_size(document) AS before FROM (
               SELECT * FROM supplier_invoices WHERE company_id = $1 AND id > $2 AND ${arrivedSince('$3')} ORDER BY id LIMIT ${maxInvoices}
             ) AS next
           ) AS weighed WHERE before < ${maxBytes} ORDER BY id`,
    values: [company, after ?? firstIdOf(since), since.day],
  });
  return rows;
}

export type LockedInvoice = Pick<StoredInvoice, 'id' | 'state' | 'findings'>;

export async function lockStored(tx: Db, company: CompanyId, ids: string[]): Promise<LockedInvoice[]> {
  const { rows } = await tx.query<LockedInvoice>({
    name: 'lock-stored-invoices',
    text: `SELECT id, state, findings FROM supplier_invoices
           WHERE company_id = $1 AND id = ANY ($2) ORDER BY id FOR NO KEY UPDATE`,
    values: [company, ids],
  });
  return rows;
}

export interface NewFindings {
  id: string;
  eventId: string;
  /** The id of the event supplierinvoice.held; undefined if it does not become held. */
  heldEventId: string | undefined;
  findings: Finding[];
}

const input = batchInput<NewFindings>(
  [
    { name: 'id', type: 'uuid', of: ({ id }) => id },
    { name: 'event_id', type: 'uuid', of: ({ eventId }) => eventId },
    { name: 'held_event_id', type: 'uuid', of: ({ heldEventId }) => heldEventId },
    { name: 'added', type: 'jsonb', of: ({ findings }) => JSON.stringify(findings) },
  ],
  4,
);

const eventFields = `
  ${invoiceAndPartnerFields},
  'by', jsonb_build_object('name', $3::text)`;

const writeChain: Chain = {
  name: 'write-new-findings',
  input: input.inputs.many,
  parts: [
    [
      'written',
      `UPDATE supplier_invoices AS invoice
       SET findings = invoice.findings || added, state = CASE WHEN held_event_id IS NULL THEN invoice.state ELSE 'held' END
       FROM input WHERE invoice.company_id = $1 AND invoice.id = input.id
       RETURNING invoice.id, external_reference_id, supplier_number, partner_id`,
    ],
    [
      'fresh',
      `SELECT event_id, 'supplierinvoice.checked' AS type, id::text AS subject_id, 2 * place AS place,
              jsonb_build_object(${eventFields}, 'findings', added) AS data
       FROM written JOIN input USING (id) WHERE added <> '[]'
       UNION ALL
       SELECT held_event_id, 'supplierinvoice.held', id::text, 2 * place + 1, jsonb_build_object(${eventFields}, 'heldFor', ${heldFor('added')})
       FROM written JOIN input USING (id) WHERE held_event_id IS NOT NULL`,
    ],
    ...eventParts('many', 'fresh', ['supplierinvoice.checked', 'supplierinvoice.held']),
  ],
  result: 'SELECT FROM written',
};

/** The caller has locked the invoices. */
export async function writeNewFindings(
  tx: Db,
  company: CompanyId,
  invoices: NewFindings[],
  by: Actor,
  now: Date,
): Promise<void> {
  await runChain(tx, writeChain, [company, now, by.name, ...input.values(invoices, 'many')]);
}
