import { payeeFields, type Payee } from './payee.ts';
import { columnOf } from './store.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import type { Person } from '../operators/people-store.ts';

export interface Proposal {
  id: string;
  patch: Partial<Payee>;
  by: Person;
  at: Date;
}

const columns = `id, patch, jsonb_build_object('id', operator_id, 'name', operator_name) AS by, created_at AS at`;

/** Oldest first. */
export async function readProposals(db: Db, company: CompanyId, number: string): Promise<Proposal[]> {
  const { rows } = await db.query<Proposal>({
    name: 'read-proposals',
    text: `SELECT ${columns} FROM supplier_proposals WHERE company_id = $1 AND supplier_number = $2 ORDER BY id`,
    values: [company, number],
  });
  return rows;
}

export interface WaitingProposal extends Proposal {
  supplierNumber: string;
  supplierName: string;
  /** The payee in the record. */
  now: Payee;
}

const payee = payeeFields.map((field) => `'${field}', ${columnOf(field)}`).join(', ');

/** Oldest first. */
export async function readWaiting(db: Db, company: CompanyId, limit: number): Promise<WaitingProposal[]> {
  const { rows } = await db.query<WaitingProposal>({
    name: 'read-waiting-proposals',
    text: `SELECT waiting.*, name AS "supplierName", jsonb_build_object(${payee}) AS now
           FROM (
             SELECT ${columns}, supplier_number AS "supplierNumber"
             FROM supplier_proposals WHERE company_id = $1 ORDER BY id LIMIT $2
           ) AS waiting JOIN suppliers ON suppliers.company_id = $1 AND suppliers.number = "supplierNumber" ORDER BY waiting.id`,
    values: [company, limit],
  });
  return rows;
}

export interface ProposalCounts {
  waiting: number;
  /** Those that somebody else proposed. */
  ofOthers: number;
}

export async function countProposals(
  db: Db,
  company: CompanyId,
  table: 'supplier_proposals' | 'check_proposals',
  operatorId: string,
): Promise<ProposalCounts> {
  const { rows } = await db.query<ProposalCounts>({
    name: `count-${table}`,
    text: `SELECT count(*)::integer AS waiting, (count(*) FILTER (WHERE operator_id <> $2))::integer AS "ofOthers"
           FROM ${table} WHERE company_id = $1`,
    values: [company, operatorId],
  });
  return rows[0] as ProposalCounts;
}

/** The supplier must be locked. */
export async function insertProposal(
  tx: Db,
  company: CompanyId,
  number: string,
  { id, patch, by, at }: Proposal,
): Promise<void> {
  await tx.query({
    name: 'insert-proposal',
    text: `INSERT INTO supplier_proposals (company_id, supplier_number, id, patch, operator_id, operator_name, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [company, number, id, JSON.stringify(patch), by.id, by.name, at],
  });
}

export async function deleteProposal(tx: Db, company: CompanyId, number: string, id: string): Promise<void> {
  await tx.query({
    name: 'delete-proposal',
    text: 'DELETE FROM supplier_proposals WHERE company_id = $1 AND supplier_number = $2 AND id = $3',
    values: [company, number, id],
  });
}
