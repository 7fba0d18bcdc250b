import { changing, type ChangeDeps, type SupplierCall } from './changing.ts';
import { shownProposal } from './answer.ts';
import { audit } from '../../audit/record.ts';
import { conflict, notFound } from '../../errors/errors.ts';
import { recordEvents, type NewEvent } from '../../events/record.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { checkChanges, writeChanges } from '../change.ts';
import type { Operator, Role } from '../../../common/permissions.ts';
import { readUnproven, requireTwoPeople } from '../../people/store.ts';
import { deleteProposal, insertOutcome, readProposals, readWaiting, type Proposal } from '../proposals-store.ts';
import { changesBetween, shownChanges, shownPatch } from '../rules.ts';
import type { FieldChange, SupplierEntry } from '../shape.ts';
import { byOperator, lockSuppliers } from '../store.ts';

const maxListed = 100;

export async function readWaitingProposals(db: Db, company: CompanyId, operator: Operator, role: Role) {
  const unproven = await readUnproven(db);
  return (await readWaiting(db, company, maxListed)).map(({ now, ...proposal }) => ({
    ...shownProposal(proposal, operator.id, role, unproven),
    phone: now.phone,
    now: shownPatch(changedOnly(now, proposal)),
  }));
}

const changedOnly = (now: SupplierEntry, { patch }: Proposal): Proposal['patch'] =>
  Object.fromEntries(Object.entries(now).filter(([field]) => field in patch));

interface OpenProposal {
  before: SupplierEntry;
  proposal: Proposal;
  /** Compared with the current record. */
  changes: FieldChange[];
}

/** Locks the supplier, so the second of two concurrent decisions gets a 409. */
async function takeProposal(tx: Db, { company, number }: SupplierCall, id: string): Promise<OpenProposal> {
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
  { company, operator, traceId, number }: SupplierCall,
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
export const confirmProposal = (deps: ChangeDeps, call: SupplierCall, id: string): Promise<void> =>
  changing(deps, call.company, async (tx, now) => {
    const { company, operator, traceId } = call;
    const open = await takeProposal(tx, call, id);
    const { before, proposal, changes } = open;
    if (proposal.by.id === operator.id) throw conflict('decision.refused', { why: 'proposal.own' });
    await requireTwoPeople(tx, proposal.by.id, operator.id);
    if (changes.length === 0) throw conflict('decision.refused', { why: 'proposal.same' });
    checkChanges(before, changes);
    await writeChanges(tx, company, { operator, traceId, before, changes, proposedBy: proposal.by }, now);
    await settle(tx, call, open, now);
    return true;
  });

/** The operator who made the proposal may decline it too. */
export const declineProposal = (deps: ChangeDeps, call: SupplierCall, id: string, reason: string): Promise<void> =>
  changing(deps, call.company, async (tx, now) => {
    const { company, operator, number } = call;
    const open = await takeProposal(tx, call, id);
    const { proposal, changes } = open;
    await settle(tx, call, open, now, reason);
    const data = { proposalId: proposal.id, changes: shownChanges(changes), proposedBy: proposal.by, reason };
    await audit(tx, company, operator, { action: 'supplier.declined', subjectId: number, data }, now);
    return proposal.by.partner === true;
  });
