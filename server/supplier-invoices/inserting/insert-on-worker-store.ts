import type { EventType } from '../../../common/events.ts';
import { insertEvents, type NumberedEvent } from '../../events/numbered-store.ts';
import { batchInsert } from '../../ground/db/batch-insert.ts';
import { batchInput, type Column } from '../../ground/db/input.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { dropKeys, insertKeys } from '../../idempotency/store.ts';
import { isUnlike, storedColumns, type InsertResult, type JudgedBy, type NewInvoice } from './new-invoice.ts';

/**
 * On Citus, statements as simple as these take a fifth of the time of the one statement for PostgreSQL: their plans are
 * cached. They run in a transaction on the company's worker. The first one locks the counters, which keeps invoices from
 * arriving and suppliers from changing before the commit; later ones see everything that was stored before the lock.
 */
export async function insertOnWorker(
  tx: Db,
  company: CompanyId,
  invoices: NewInvoice[],
  versions: JudgedBy,
  now: Date,
): Promise<InsertResult> {
  const expected = invoices.reduce((sum, { heldEventId }) => sum + (heldEventId === undefined ? 1 : 2), 0);
  const last = await count(tx, company, expected, versions);
  if (last === undefined) return { stored: new Set(), outdated: await outdatedOf(tx, company, versions) };
  const unlike = versions.invoices === undefined ? await unlikeEarlier(tx, company, invoices) : invoices;
  const admitted = await insertKeys(tx, company, unlike, now);
  const createdAt = now.toISOString();
  const rows = await insertRows(
    tx,
    company,
    admitted.map((invoice) => ({ ...invoice, createdAt })),
  );
  const stored = new Set(rows.map(({ id }) => id));
  await dropKeys(
    tx,
    company,
    admitted.flatMap(({ id, key }) => (stored.has(id) ? [] : (key ?? []))),
  );
  const first = last - BigInt(expected) + 1n;
  const events = admitted
    .filter(({ id }) => stored.has(id))
    .flatMap(eventsOf)
    .map((event, at) => ({ ...event, seq: first + BigInt(at), createdAt }));
  if (events.length < expected) await countLess(tx, company, first + BigInt(events.length) - 1n, stored.size > 0);
  await insertEvents(tx, company, events);
  return { stored, outdated: undefined };
}

/** Counts the events and locks the counters. Returns the last event's number; undefined if a version is outdated. */
async function count(
  tx: Db,
  company: CompanyId,
  events: number,
  { judging, invoices }: JudgedBy,
): Promise<bigint | undefined> {
  const { rows } = await tx.query<{ last: string }>({
    name: 'count-invoices-and-events',
    text: `UPDATE company_counters SET event_seq = event_seq + $2, invoice_version = invoice_version + 1
           WHERE company_id = $1 AND judging_version = $3 AND ($4::bigint IS NULL OR invoice_version = $4)
           RETURNING event_seq AS last`,
    values: [company, events, judging, invoices],
  });
  return rows[0] && BigInt(rows[0].last);
}

async function outdatedOf(tx: Db, company: CompanyId, { judging }: JudgedBy): Promise<InsertResult['outdated']> {
  const { rows } = await tx.query<{ judging: string }>({
    name: 'read-judging-version',
    text: 'SELECT judging_version AS judging FROM company_counters WHERE company_id = $1',
    values: [company],
  });
  return rows[0]?.judging === judging ? 'invoices' : 'judging';
}

/** For a batch of which less was stored than counted. */
async function countLess(tx: Db, company: CompanyId, last: bigint, isAnyStored: boolean): Promise<void> {
  await tx.query({
    name: 'count-less-events',
    text: 'UPDATE company_counters SET event_seq = $2, invoice_version = invoice_version - $3 WHERE company_id = $1',
    values: [company, last, isAnyStored ? 0 : 1],
  });
}

async function unlikeEarlier(tx: Db, company: CompanyId, invoices: NewInvoice[]): Promise<NewInvoice[]> {
  const [invoice] = invoices;
  if (invoices.length === 1 && invoice !== undefined)
    return (await isLikeEarlier(tx, company, invoice)) ? [] : [invoice];
  const { rows } = await tx.query<{ id: string }>({
    ...selectUnlike,
    values: [company, ...unlikeInput.values(invoices, 'many')],
  });
  const unlike = new Set(rows.map(({ id }) => id));
  return invoices.filter(({ id }) => unlike.has(id));
}

const unlikeInput = batchInput(
  storedColumns.filter(({ name }) => ['id', 'supplier_number', 'number_key', 'amount_key', 'ocr_key'].includes(name)),
  2,
);
const selectUnlike = {
  name: 'select-unlike-invoices',
  text: `WITH ${unlikeInput.inputs.many} SELECT id FROM input WHERE ${isUnlike()}`,
};

/**
 * Not a prepared statement: its plan would scan all of the company's invoices if it was made while they were few. Citus
 * plans it quickly, because it names one table and no subquery.
 */
async function isLikeEarlier(tx: Db, company: CompanyId, { supplierNumber, keys }: NewInvoice): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM supplier_invoices
     WHERE company_id = $1 AND supplier_number = $2 AND (number_key = $3 OR amount_key = $4 OR ocr_key = $5) LIMIT 1`,
    [company, supplierNumber, keys.number, keys.amount, keys.ocr],
  );
  return rowCount === 1;
}

const stateOf = ({ heldEventId }: NewInvoice) => (heldEventId === undefined ? 'received' : 'held');

const rowColumns: Column<NewInvoice & { createdAt: string }>[] = [
  ...storedColumns,
  { name: 'state', type: 'text', of: stateOf },
  { name: 'created_at', type: 'timestamptz', of: ({ createdAt }) => createdAt },
];
const insertRows = batchInsert<NewInvoice & { createdAt: string }, { id: string }>(
  'insert-invoice-rows',
  'supplier_invoices',
  rowColumns,
  'ON CONFLICT DO NOTHING RETURNING id',
);

/** The same events as those of the one statement for PostgreSQL. */
function eventsOf(invoice: NewInvoice): Omit<NumberedEvent, 'seq' | 'createdAt'>[] {
  const { id, eventId, heldEventId, dates, findings, externalReferenceId, supplierNumber } = invoice;
  const { partnerId, partnerName, traceId } = invoice;
  const event = (type: EventType, eventIdOfType: string, more: object) => ({
    id: eventIdOfType,
    type,
    subjectId: id,
    data: JSON.stringify({
      supplierInvoiceId: id,
      externalReferenceId,
      supplierNumber,
      partnerId,
      partnerName,
      traceId,
      ...more,
    }),
  });
  const created = event('supplierinvoice.created', eventId, { state: stateOf(invoice), findings, ...dates });
  if (heldEventId === undefined) return [created];
  const codes = findings.filter(({ severity }) => severity === 'hold').map(({ code }) => code);
  return [created, event('supplierinvoice.held', heldEventId, { heldFor: [...new Set(codes)].sort() })];
}
