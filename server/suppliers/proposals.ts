import { checkChanges, writeChanges } from './change.ts';
import { deleteProposal, insertOutcome, readProposals, type Proposal } from './proposals-store.ts';
import { changesBetween, shownChanges } from './rules.ts';
import type { FieldChange, SupplierEntry } from './shape.ts';
import { byOperator, lockSuppliers } from './store.ts';
import { audit } from '../audit/record.ts';
import { conflict, notFound } from '../errors/errors.ts';
import { recordEvents, type NewEvent } from '../events/record.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import type { Person } from '../people/two-people.ts';

export interface ProposalDecision {
  company: CompanyId;
  /** The supplier's. */
  number: string;
  operator: Person;
  traceId: string;
}

/** The supplier is locked, and the proposal taken from those that wait. */
export interface OpenProposal {
  before: SupplierEntry;
  proposal: Proposal;
  /** Compared with the current record. */
  changes: FieldChange[];
}

/** Locks the supplier, so the second of two concurrent decisions gets a 409. */
export async function takeProposal(
  tx: Db,
  { company, number }: Pick<ProposalDecision, 'company' | 'number'>,
  id: string,
): Promise<OpenProposal> {
  const before = (await lockSuppliers(tx, company, [number])).get(number);
  if (before === undefined) throw notFound();
  const proposal = (await readProposals(tx, company, number)).find((one) => one.id === id.toLowerCase());
  if (proposal === undefined) throw conflict('decision.refused', { why: 'proposal.gone' });
  await deleteProposal(tx, company, number, proposal.id);
  return { before, proposal, changes: changesBetween(before, proposal.patch) };
}

/** Keeps what became of a partner's proposal, and records its event. */
async function settle(
  tx: Db,
  { company, operator, traceId, number }: ProposalDecision,
  { before, proposal }: OpenProposal,
  now: Date,
  reason?: string,
): Promise<void> {
  if (!proposal.by.partner) return;
  await insertOutcome(tx, company, number, proposal, { decidedAt: now, reason });
  const { id, by, patch } = proposal;
  const about = { number, name: before.name, proposalId: id, fields: Object.keys(patch) };
  const data = { ...about, partnerId: by.id, partnerName: by.name, ...byOperator(operator, traceId) };
  const event: NewEvent =
    reason === undefined
      ? { type: 'supplier.proposal.confirmed', subjectId: number, data }
      : { type: 'supplier.proposal.declined', subjectId: number, data: { ...data, reason } };
  await recordEvents(tx, company, [event], now);
}

/** Validates the numbers again, because the record may have changed since the proposal. */
export async function confirmOpen(tx: Db, call: ProposalDecision, open: OpenProposal, now: Date): Promise<void> {
  const { company, operator, traceId } = call;
  const { before, proposal, changes } = open;
  if (changes.length === 0) throw conflict('decision.refused', { why: 'proposal.same' });
  checkChanges(before, changes);
  await writeChanges(tx, company, { operator, traceId, before, changes, proposedBy: proposal.by }, now);
  await settle(tx, call, open, now);
}

export async function declineOpen(
  tx: Db,
  call: ProposalDecision,
  open: OpenProposal,
  reason: string,
  now: Date,
): Promise<void> {
  const { proposal, changes } = open;
  await settle(tx, call, open, now, reason);
  const data = { proposalId: proposal.id, changes: shownChanges(changes), proposedBy: proposal.by, reason };
  await audit(tx, call.company, call.operator, { action: 'supplier.declined', subjectId: call.number, data }, now);
}
