import { isContactConfirmed } from './changes-store.ts';
import { supplierFields, type ProposalState, type SupplierEntry } from './shape.ts';
import { columnOf, type Proposer } from './store.ts';
import { type CompanyId, type Db, rowsOf, valueOf, onlyRowOf, execute } from '../ground/db/pool.ts';

export interface Proposal {
  id: string;
  /** Operators propose who is paid only; partners also contact details. */
  patch: Partial<SupplierEntry>;
  by: Proposer;
  at: Date;
}

const columns = `id, patch, created_at AS at, jsonb_strip_nulls(jsonb_build_object(
  'id', coalesce(operator_id, partner_id), 'name', operator_name, 'partner', CASE WHEN partner_id IS NOT NULL THEN true END)) AS by`;

/** Oldest first. */
export const readProposals = (db: Db, company: CompanyId, number: string): Promise<Proposal[]> =>
  rowsOf(db, {
    name: 'read-proposals',
    text: `SELECT ${columns} FROM supplier_proposals WHERE company_id = $1 AND supplier_number = $2 ORDER BY id`,
    values: [company, number],
  });

export interface WaitingProposal extends Proposal {
  supplierNumber: string;
  supplierName: string;
  /** The record. */
  now: SupplierEntry;
  isContactConfirmed: boolean;
}

const record = supplierFields.map((field) => `'${field}', ${columnOf(field)}`).join(', ');

/** Oldest first. */
export const readWaiting = (db: Db, company: CompanyId, limit: number): Promise<WaitingProposal[]> =>
  rowsOf(db, {
    name: 'read-waiting-proposals',
    text: `SELECT waiting.*, name AS "supplierName", jsonb_build_object(${record}) AS now, ${isContactConfirmed} AS "isContactConfirmed"
           FROM (
             SELECT ${columns}, supplier_number AS "supplierNumber"
             FROM supplier_proposals WHERE company_id = $1 ORDER BY id LIMIT $2
           ) AS waiting JOIN suppliers ON suppliers.company_id = $1 AND suppliers.number = "supplierNumber" ORDER BY waiting.id`,
    values: [company, limit],
  });

export interface ProposalCounts {
  waiting: number;
  /** Those that somebody else proposed. */
  ofOthers: number;
}

export const countProposals = (db: Db, company: CompanyId, operatorId: string): Promise<ProposalCounts> =>
  onlyRowOf(db, {
    name: 'count-supplier-proposals',
    text: `SELECT count(*)::integer AS waiting, (count(*) FILTER (WHERE operator_id IS DISTINCT FROM $2))::integer AS "ofOthers"
           FROM supplier_proposals WHERE company_id = $1`,
    values: [company, operatorId],
  });

/** The supplier must be locked, and a partner have no other proposal for it. */
export const insertProposal = (tx: Db, company: CompanyId, number: string, { id, patch, by, at }: Proposal) =>
  execute(tx, {
    name: 'insert-proposal',
    text: `INSERT INTO supplier_proposals (company_id, supplier_number, id, patch, operator_id, partner_id, operator_name, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      company,
      number,
      id,
      JSON.stringify(patch),
      by.partner ? null : by.id,
      by.partner ? by.id : null,
      by.name,
      at,
    ],
  });

export async function countProposalsOf(db: Db, company: CompanyId, partnerId: string): Promise<number> {
  const count = await valueOf<number>(db, {
    name: 'count-proposals-of-partner',
    text: 'SELECT count(*)::integer AS count FROM supplier_proposals WHERE company_id = $1 AND partner_id = $2',
    values: [company, partnerId],
  });
  return count ?? 0;
}

export const deleteProposal = (tx: Db, company: CompanyId, number: string, id: string): Promise<void> =>
  execute(tx, {
    name: 'delete-proposal',
    text: 'DELETE FROM supplier_proposals WHERE company_id = $1 AND supplier_number = $2 AND id = $3',
    values: [company, number, id],
  });

/** Keeps what became of a partner's proposal; a reason declines it. */
export const insertOutcome = (
  tx: Db,
  company: CompanyId,
  number: string,
  { id, patch, by, at }: Proposal,
  { decidedAt, reason }: { decidedAt: Date; reason?: string | undefined },
) =>
  execute(tx, {
    name: 'insert-proposal-outcome',
    text: `INSERT INTO supplier_proposal_outcomes (company_id, partner_id, id, supplier_number, patch, created_at, decided_at, reason)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [company, by.id, id, number, JSON.stringify(patch), at, decidedAt, reason],
  });

export interface PartnerProposal {
  id: string;
  number: string;
  state: ProposalState;
  proposed: Partial<SupplierEntry>;
  at: Date;
  decidedAt: Date | null;
  reason: string | null;
}

interface ProposalFilter {
  number: string | undefined;
  state: ProposalState | undefined;
  /** Only proposals before this one. */
  before: string | undefined;
}

/** A partner's proposals, newest first. */
export const readProposalsOf = (
  db: Db,
  company: CompanyId,
  partnerId: string,
  { number, state, before }: ProposalFilter,
  limit: number,
): Promise<PartnerProposal[]> =>
  rowsOf(db, {
    name: 'read-proposals-of-partner',
    text: `SELECT * FROM (
             SELECT id, supplier_number AS number, 'waiting' AS state, patch AS proposed, created_at AS at,
                    NULL::timestamptz AS "decidedAt", NULL::text AS reason
             FROM supplier_proposals WHERE company_id = $1 AND partner_id = $2
             UNION ALL
             SELECT id, supplier_number, CASE WHEN reason IS NULL THEN 'confirmed' ELSE 'declined' END, patch, created_at, decided_at, reason
             FROM supplier_proposal_outcomes WHERE company_id = $1 AND partner_id = $2
           ) AS proposals
           WHERE ($3::text IS NULL OR number = $3) AND ($4::text IS NULL OR state = $4) AND ($5::uuid IS NULL OR id < $5)
           ORDER BY id DESC LIMIT $6`,
    values: [company, partnerId, number, state, before, limit],
  });
