import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { joined, sql, type Sql } from '../../ground/db/sql.ts';
import type { Dutiable } from './duties.ts';
import { limitedAmount } from './limit-store.ts';
import type { Approved } from './limit.ts';
import type { InvoiceState } from '../../decisions/invoices.ts';

export type BulkDecision = 'approve' | 'reject';

/** What one operator decides about many invoices at once. */
export interface NewBulk {
  id: string;
  operatorId: string;
  decision: BulkDecision;
  reason: string | undefined;
  /** Whether those are approved, too, that have findings. */
  withFindings: boolean;
}

export interface KeptBulk {
  id: string;
  decision: BulkDecision;
  reason: string | null;
  withFindings: boolean;
  createdAt: Date;
  begunAt: Date | null;
  finishedAt: Date | null;
}

const bulkColumns = `
  id, decision, reason, with_findings AS "withFindings", created_at AS "createdAt", begun_at AS "begunAt", finished_at AS "finishedAt"`;

export async function insertBulk(tx: Db, company: CompanyId, bulk: NewBulk, now: Date): Promise<void> {
  await tx.query({
    name: 'insert-bulk',
    text: `INSERT INTO bulk_decisions (company_id, id, operator_id, decision, reason, with_findings, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [company, bulk.id, bulk.operatorId, bulk.decision, bulk.reason, bulk.withFindings, now],
  });
}

/** Changes how it is decided. What was left out waits again. */
export async function updateBulk(
  tx: Db,
  company: CompanyId,
  { id, reason, withFindings }: Pick<NewBulk, 'id' | 'reason' | 'withFindings'>,
): Promise<void> {
  await tx.query({
    name: 'update-bulk',
    text: 'UPDATE bulk_decisions SET reason = $3, with_findings = $4 WHERE company_id = $1 AND id = $2',
    values: [company, id, reason, withFindings],
  });
  await tx.query({
    name: 'wait-again',
    text: `UPDATE bulk_decision_invoices SET outcome = NULL
           WHERE company_id = $1 AND bulk_id = $2 AND outcome IS NOT NULL`,
    values: [company, id],
  });
}

/** Writes down invoices by their ids, each once, whether or not there is such an invoice. */
export async function chooseIds(tx: Db, company: CompanyId, bulkId: string, ids: readonly string[]): Promise<void> {
  await tx.query({
    name: 'choose-ids',
    text: `INSERT INTO bulk_decision_invoices (company_id, bulk_id, position, supplier_invoice_id)
           SELECT $1, $2, row_number() OVER (ORDER BY min(place)), id
           FROM unnest($3::uuid[]) WITH ORDINALITY AS chosen (id, place) GROUP BY id`,
    values: [company, bulkId, ids],
  });
}

/** Writes down the invoices that a list has under these conditions, up to so many; answers how many. */
export async function chooseListed(
  tx: Db,
  company: CompanyId,
  bulkId: string,
  where: Sql[],
  most: number,
): Promise<number> {
  const { text, values } = sql`
    INSERT INTO bulk_decision_invoices (company_id, bulk_id, position, supplier_invoice_id)
    SELECT ${company}::uuid, ${bulkId}::uuid, row_number() OVER (ORDER BY id), id
    FROM (SELECT id FROM invoice_projections WHERE ${joined(where, ' AND ')} LIMIT ${most}) AS listed`;
  return (await tx.query(text, values)).rowCount ?? 0;
}

/** A bulk of an operator, which nobody else goes on with until the transaction ends; undefined if there is none. */
export async function lockBulk(
  tx: Db,
  company: CompanyId,
  operatorId: string,
  id: string,
): Promise<KeptBulk | undefined> {
  const { rows } = await tx.query<KeptBulk>({
    name: 'lock-bulk',
    text: `SELECT ${bulkColumns} FROM bulk_decisions WHERE company_id = $1 AND operator_id = $2 AND id = $3 FOR UPDATE`,
    values: [company, operatorId, id],
  });
  return rows[0];
}

export interface Waiting {
  position: number;
  id: string;
}

/** The next invoices whose turn has not come yet. */
export async function readWaiting(tx: Db, company: CompanyId, bulkId: string, most: number): Promise<Waiting[]> {
  const { rows } = await tx.query<Waiting>({
    name: 'read-waiting',
    text: `SELECT position, supplier_invoice_id AS id FROM bulk_decision_invoices
           WHERE company_id = $1 AND bulk_id = $2 AND outcome IS NULL ORDER BY position LIMIT $3`,
    values: [company, bulkId, most],
  });
  return rows;
}

/** What the judgement of an invoice rests on. */
export interface Candidate extends Approved, Dutiable {
  id: string;
  state: InvoiceState;
  /** Whether it has findings that nobody has dismissed. */
  hasFindings: boolean;
}

// A document can be large, and there can be ten thousand of them: it is opened only if the operator has a limit ($3).
const candidates = `
  SELECT invoice.id, invoice.state,
         EXISTS (SELECT FROM jsonb_array_elements(invoice.findings) AS finding WHERE NOT finding ? 'dismissed') AS "hasFindings",
         CASE WHEN $3::boolean THEN ${limitedAmount('document')} END AS amount,
         CASE WHEN $3 THEN document ->> 'currency' END AS currency, invoice.signed_by AS "signedBy",
         supplier_number AS "supplierNumber", released_by AS "releasedBy", released_at AS "releasedAt"
  FROM supplier_invoices AS invoice
  WHERE invoice.company_id = $1 AND invoice.id = ANY ($2)`;

const byId = (rows: Candidate[]) => new Map(rows.map((row) => [row.id, row]));

export async function readCandidates(
  db: Db,
  company: CompanyId,
  ids: readonly string[],
  hasLimit: boolean,
): Promise<Map<string, Candidate>> {
  const values = [company, ids, hasLimit];
  const { rows } = await db.query<Candidate>({ name: 'read-candidates', text: candidates, values });
  return byId(rows);
}

/** The same of invoices that stay as they are until the transaction ends. They are always locked in the same order. */
export async function lockCandidates(
  tx: Db,
  company: CompanyId,
  ids: readonly string[],
  hasLimit: boolean,
): Promise<Map<string, Candidate>> {
  const text = `${candidates} ORDER BY invoice.id FOR NO KEY UPDATE OF invoice`;
  const { rows } = await tx.query<Candidate>({ name: 'lock-candidates', text, values: [company, ids, hasLimit] });
  return byId(rows);
}

export interface Outcome {
  position: number;
  /** 'decided', or the code of what stood in the way. */
  outcome: string;
}

export async function writeOutcomes(
  tx: Db,
  company: CompanyId,
  bulkId: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  await tx.query({
    name: 'write-outcomes',
    text: `UPDATE bulk_decision_invoices AS chosen SET outcome = came.outcome
           FROM unnest($3::integer[], $4::text[]) AS came (position, outcome)
           WHERE company_id = $1 AND bulk_id = $2 AND chosen.position = came.position`,
    values: [company, bulkId, outcomes.map(({ position }) => position), outcomes.map(({ outcome }) => outcome)],
  });
}

/** It is finished once nothing of it waits. `begins`: whether some of it has been decided now. */
export async function noteProgress(
  tx: Db,
  company: CompanyId,
  bulkId: string,
  begins: boolean,
  now: Date,
): Promise<void> {
  await tx.query({
    name: 'note-bulk-progress',
    text: `UPDATE bulk_decisions SET
             begun_at = CASE WHEN $3 THEN coalesce(begun_at, $4::timestamptz) ELSE begun_at END,
             finished_at = CASE WHEN NOT EXISTS (
               SELECT FROM bulk_decision_invoices WHERE company_id = $1 AND bulk_id = $2 AND outcome IS NULL) THEN $4::timestamptz END
           WHERE company_id = $1 AND id = $2`,
    values: [company, bulkId, begins, now],
  });
}

/** Takes what still waits out of a bulk. */
export async function deleteWaiting(tx: Db, company: CompanyId, bulkId: string): Promise<void> {
  await tx.query({
    name: 'delete-waiting',
    text: 'DELETE FROM bulk_decision_invoices WHERE company_id = $1 AND bulk_id = $2 AND outcome IS NULL',
    values: [company, bulkId],
  });
}

/** Removes what an operator has only looked at, but for the latest few. */
export async function deleteNeverBegun(tx: Db, company: CompanyId, operatorId: string, kept: number): Promise<void> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'delete-never-begun',
    text: `DELETE FROM bulk_decisions WHERE company_id = $1 AND begun_at IS NULL AND id IN (
             SELECT id FROM bulk_decisions WHERE company_id = $1 AND operator_id = $2 AND begun_at IS NULL
             ORDER BY id DESC OFFSET $3)
           RETURNING id`,
    values: [company, operatorId, kept],
  });
  await deleteInvoicesOf(
    tx,
    company,
    rows.map(({ id }) => id),
  );
}

/**
 * Removes some invoices of bulks from before a time, and then the bulks that have none any more; answers how many rows. What goes is
 * looked up first and removed by its keys, so that no statement removes too many at once.
 */
export async function deleteOldBulks(db: Db, company: CompanyId, before: Date, most: number): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM bulk_decision_invoices WHERE company_id = $1 AND (bulk_id, position) IN (
       SELECT bulk_id, position FROM bulk_decision_invoices
       WHERE company_id = $1 AND bulk_id IN (SELECT id FROM bulk_decisions WHERE company_id = $1 AND created_at < $2) LIMIT $3)`,
    [company, before, most],
  );
  if ((rowCount ?? 0) < most)
    await db.query('DELETE FROM bulk_decisions WHERE company_id = $1 AND created_at < $2', [company, before]);
  return rowCount ?? 0;
}

const deleteInvoicesOf = async (tx: Db, company: CompanyId, bulkIds: readonly string[]): Promise<void> => {
  if (bulkIds.length === 0) return;
  await tx.query('DELETE FROM bulk_decision_invoices WHERE company_id = $1 AND bulk_id = ANY ($2)', [company, bulkIds]);
};
