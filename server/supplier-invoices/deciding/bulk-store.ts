import { type CompanyId, type Db, rowOf, rowsOf, touchesRow, execute } from '../../ground/db/pool.ts';
import { joined, sql, type Sql } from '../../ground/db/sql.ts';
import { hasWarnings } from '../checking/findings-store.ts';
import type { CodingContext } from '../coding/coding-rules.ts';
import { codingContext } from '../coding/coding-store.ts';
import { limitedAmount } from './limited-amount.ts';
import type { BulkCandidate, BulkDecision } from './decision-rules.ts';
import type { ReleaseHistory } from '../checking/finding-rules.ts';
import { latestDecisionSeq } from '../../decisions/store.ts';

export interface NewBulk {
  id: string;
  operatorId: string;
  decision: BulkDecision;
  reason: string | undefined;
  /** Whether invoices with warnings are approved, too. */
  withFindings: boolean;
  /** When an answer to its question is due. */
  dueAt: Date | undefined;
  /** To whom the invoices are assigned, if the bulk assigns them; null for nobody. */
  assigneeId: string | null;
}

export interface StoredBulk {
  id: string;
  decision: BulkDecision;
  reason: string | null;
  withFindings: boolean;
  dueAt: Date | null;
  assigneeId: string | null;
  createdAt: Date;
  begunAt: Date | null;
  finishedAt: Date | null;
}

const bulkColumns = `
  id, decision, reason, with_findings AS "withFindings", due_at AS "dueAt", assignee_id AS "assigneeId",
  created_at AS "createdAt", begun_at AS "begunAt", finished_at AS "finishedAt"`;

export const insertBulk = (tx: Db, company: CompanyId, bulk: NewBulk, now: Date): Promise<void> =>
  execute(tx, {
    name: 'insert-bulk',
    text: `INSERT INTO bulk_decisions (company_id, id, operator_id, decision, reason, with_findings, due_at, assignee_id, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      company,
      bulk.id,
      bulk.operatorId,
      bulk.decision,
      bulk.reason,
      bulk.withFindings,
      bulk.dueAt,
      bulk.assigneeId,
      now,
    ],
  });

/** Invoices that were left out wait again. */
export async function updateBulk(
  tx: Db,
  company: CompanyId,
  { id, reason, withFindings, dueAt, assigneeId }: Omit<NewBulk, 'operatorId' | 'decision'>,
): Promise<void> {
  await tx.query({
    name: 'update-bulk',
    text: `UPDATE bulk_decisions SET reason = $3, with_findings = $4, due_at = $5, assignee_id = $6
           WHERE company_id = $1 AND id = $2`,
    values: [company, id, reason, withFindings, dueAt, assigneeId],
  });
  await tx.query({
    name: 'wait-again',
    text: `UPDATE bulk_decision_invoices SET outcome = NULL
           WHERE company_id = $1 AND bulk_id = $2 AND outcome IS NOT NULL`,
    values: [company, id],
  });
}

/** Adds each id once and does not check that the invoice exists. */
export const chooseIds = (tx: Db, company: CompanyId, bulkId: string, ids: readonly string[]): Promise<void> =>
  execute(tx, {
    name: 'choose-ids',
    text: `INSERT INTO bulk_decision_invoices (company_id, bulk_id, position, supplier_invoice_id)
           SELECT bulk.company_id, bulk.id, row_number() OVER (ORDER BY min(ordinal)), chosen.id
           FROM bulk_decisions AS bulk CROSS JOIN unnest($3::uuid[]) WITH ORDINALITY AS chosen (id, ordinal)
           WHERE bulk.company_id = $1 AND bulk.id = $2
           GROUP BY bulk.company_id, bulk.id, chosen.id`,
    values: [company, bulkId, ids],
  });

export async function chooseListed(tx: Db, bulkId: string, where: Sql[], max: number): Promise<number> {
  const { text, values } = sql`
    INSERT INTO bulk_decision_invoices (company_id, bulk_id, position, supplier_invoice_id)
    SELECT company_id, ${bulkId}::uuid, row_number() OVER (ORDER BY id), id
    FROM (SELECT company_id, id FROM invoice_projections WHERE ${joined(where, ' AND ')} LIMIT ${max}) AS listed`;
  return (await tx.query(text, values)).rowCount ?? 0;
}

/** The invoices that another bulk has decided, each with the number of that decision. */
export const chooseDecided = (tx: Db, company: CompanyId, bulkId: string, ofBulk: string): Promise<void> =>
  execute(tx, {
    name: 'choose-decided',
    text: `INSERT INTO bulk_decision_invoices (company_id, bulk_id, position, supplier_invoice_id, decision_seq)
           SELECT company_id, $3::uuid, position, supplier_invoice_id, decision_seq FROM bulk_decision_invoices
           WHERE company_id = $1 AND bulk_id = $2 AND outcome = 'decided' AND decision_seq IS NOT NULL`,
    values: [company, ofBulk, bulkId],
  });

export const lockBulk = (tx: Db, company: CompanyId, operatorId: string, id: string): Promise<StoredBulk | undefined> =>
  rowOf(tx, {
    name: 'lock-bulk',
    text: `SELECT ${bulkColumns} FROM bulk_decisions WHERE company_id = $1 AND operator_id = $2 AND id = $3 FOR UPDATE`,
    values: [company, operatorId, id],
  });

export interface WaitingInvoice {
  position: number;
  id: string;
}

export const readWaiting = (tx: Db, company: CompanyId, bulkId: string, max: number): Promise<WaitingInvoice[]> =>
  rowsOf(tx, {
    name: 'read-waiting',
    text: `SELECT position, supplier_invoice_id AS id FROM bulk_decision_invoices
           WHERE company_id = $1 AND bulk_id = $2 AND outcome IS NULL ORDER BY position LIMIT $3`,
    values: [company, bulkId, max],
  });

export interface LoadedCandidate extends BulkCandidate {
  codingContext: CodingContext | null;
  hasOpenQuestions: boolean;
}

// Documents are read only if the operator has a limit ($3), because there can be ten thousand large ones.
const candidates = `
  SELECT invoice.id, invoice.state,
         ${hasWarnings('invoice.findings')} AS "hasFindings",
         CASE WHEN $3::boolean THEN ${limitedAmount('document')} END AS amount,
         CASE WHEN $3 THEN document ->> 'currency' END AS currency, invoice.signed_by AS "signedBy",
         ${codingContext('invoice')} AS "codingContext",
         supplier_number AS "supplierNumber", releasers, released_at AS "releasedAt", files_due_at IS NOT NULL AS "filesWait",
         EXISTS (
           SELECT FROM invoice_questions AS question
           WHERE question.company_id = $1 AND question.supplier_invoice_id = invoice.id
             AND question.answered_at IS NULL AND question.closed_at IS NULL) AS "hasOpenQuestions"
  FROM supplier_invoices AS invoice
  WHERE invoice.company_id = $1 AND invoice.id = ANY ($2)`;

const byId = (rows: LoadedCandidate[]) => new Map(rows.map((row) => [row.id, row]));

export async function readCandidates(
  db: Db,
  company: CompanyId,
  ids: readonly string[],
  hasLimit: boolean,
): Promise<Map<string, LoadedCandidate>> {
  const values = [company, ids, hasLimit];
  const { rows } = await db.query<LoadedCandidate>({ name: 'read-candidates', text: candidates, values });
  return byId(rows);
}

/** Locks the invoices until the transaction ends, always in the same order to prevent deadlocks. */
export async function lockCandidates(
  tx: Db,
  company: CompanyId,
  ids: readonly string[],
  hasLimit: boolean,
): Promise<Map<string, LoadedCandidate>> {
  const text = `${candidates} ORDER BY invoice.id FOR NO KEY UPDATE OF invoice`;
  const { rows } = await tx.query<LoadedCandidate>({ name: 'lock-candidates', text, values: [company, ids, hasLimit] });
  return byId(rows);
}

interface DecisionTakenBack extends ReleaseHistory {
  id: string;
  isLatest: boolean;
}

/** What the invoices of a bulk are judged by that takes decisions back. */
export async function readTakenBack(
  tx: Db,
  company: CompanyId,
  bulkId: string,
  ids: readonly string[],
): Promise<Map<string, DecisionTakenBack>> {
  const rows = await rowsOf<DecisionTakenBack>(tx, {
    name: 'read-taken-back',
    text: `SELECT supplier_invoices.id, findings, released_at AS "releasedAt", released_findings AS "releasedFindings",
                  ${latestDecisionSeq('supplier_invoices')} IS NOT DISTINCT FROM decision_seq AS "isLatest"
           FROM bulk_decision_invoices AS chosen
           JOIN supplier_invoices ON supplier_invoices.company_id = $1 AND supplier_invoices.id = supplier_invoice_id
           WHERE chosen.company_id = $1 AND bulk_id = $2 AND supplier_invoice_id = ANY ($3)`,
    values: [company, bulkId, ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

export interface BulkOutcome {
  position: number;
  /** 'decided', or the code of the obstacle. */
  outcome: string;
  /** The number of the decision's event. */
  seq?: number;
}

export const writeOutcomes = (tx: Db, company: CompanyId, bulkId: string, outcomes: readonly BulkOutcome[]) =>
  execute(tx, {
    name: 'write-outcomes',
    text: `UPDATE bulk_decision_invoices AS chosen SET outcome = result.outcome, decision_seq = coalesce(result.seq, decision_seq)
           FROM unnest($3::integer[], $4::text[], $5::bigint[]) AS result (position, outcome, seq)
           WHERE company_id = $1 AND bulk_id = $2 AND chosen.position = result.position`,
    values: [
      company,
      bulkId,
      outcomes.map(({ position }) => position),
      outcomes.map(({ outcome }) => outcome),
      outcomes.map(({ seq }) => seq),
    ],
  });

export const hasDecided = (tx: Db, company: CompanyId, bulkId: string): Promise<boolean> =>
  touchesRow(tx, {
    name: 'has-decided',
    text: `SELECT FROM bulk_decision_invoices WHERE company_id = $1 AND bulk_id = $2 AND outcome = 'decided' LIMIT 1`,
    values: [company, bulkId],
  });

/** `begins`: some invoices were decided now. */
export const noteProgress = (tx: Db, company: CompanyId, bulkId: string, begins: boolean, now: Date) =>
  execute(tx, {
    name: 'note-bulk-progress',
    text: `UPDATE bulk_decisions SET
             begun_at = CASE WHEN $3 THEN coalesce(begun_at, $4::timestamptz) ELSE begun_at END,
             finished_at = CASE WHEN NOT EXISTS (
               SELECT FROM bulk_decision_invoices WHERE company_id = $1 AND bulk_id = $2 AND outcome IS NULL) THEN $4::timestamptz END
           WHERE company_id = $1 AND id = $2`,
    values: [company, bulkId, begins, now],
  });

export const deleteWaiting = (tx: Db, company: CompanyId, bulkId: string): Promise<void> =>
  execute(tx, {
    name: 'delete-waiting',
    text: 'DELETE FROM bulk_decision_invoices WHERE company_id = $1 AND bulk_id = $2 AND outcome IS NULL',
    values: [company, bulkId],
  });

export async function deleteNeverBegun(tx: Db, company: CompanyId, operatorId: string, kept: number): Promise<void> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'delete-never-begun',
    text: `DELETE FROM bulk_decisions WHERE company_id = $1 AND begun_at IS NULL AND id IN (
             SELECT id FROM bulk_decisions WHERE company_id = $1 AND operator_id = $2 AND begun_at IS NULL
             ORDER BY id DESC OFFSET $3)
           RETURNING id`,
    values: [company, operatorId, kept],
  });
  const ids = rows.map(({ id }) => id);
  await deleteInvoicesOf(tx, company, ids);
}

/**
 * Removes at most `max` invoices of old bulks, and each bulk after its last invoice. Returns the number of invoices.
 * The subselect bounds the statement.
 */
export async function deleteOldBulks(db: Db, company: CompanyId, before: Date, max: number): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM bulk_decision_invoices WHERE company_id = $1 AND (bulk_id, position) IN (
       SELECT bulk_id, position FROM bulk_decision_invoices
       WHERE company_id = $1 AND bulk_id IN (SELECT id FROM bulk_decisions WHERE company_id = $1 AND created_at < $2) LIMIT $3)`,
    [company, before, max],
  );
  if ((rowCount ?? 0) < max)
    await db.query('DELETE FROM bulk_decisions WHERE company_id = $1 AND created_at < $2', [company, before]);
  return rowCount ?? 0;
}

const deleteInvoicesOf = async (tx: Db, company: CompanyId, bulkIds: readonly string[]): Promise<void> => {
  if (bulkIds.length === 0) return;
  await tx.query('DELETE FROM bulk_decision_invoices WHERE company_id = $1 AND bulk_id = ANY ($2)', [company, bulkIds]);
};
