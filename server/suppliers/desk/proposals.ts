import { changing, type ChangeDeps, type SupplierCall } from './changing.ts';
import { shownProposal } from './answer.ts';
import { conflict } from '../../errors/errors.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import type { Operator, Role } from '../../../common/permissions.ts';
import { readUnproven, requireTwoPeople } from '../../people/store.ts';
import { confirmOpen, declineOpen, takeProposal } from '../proposals.ts';
import { readWaiting, type Proposal } from '../proposals-store.ts';
import { shownPatch } from '../rules.ts';
import type { SupplierEntry } from '../shape.ts';

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

export const confirmProposal = (deps: ChangeDeps, call: SupplierCall, id: string): Promise<void> =>
  changing(deps, call.company, async (tx, now) => {
    const open = await takeProposal(tx, call, id);
    const { by } = open.proposal;
    if (by.id === call.operator.id) throw conflict('decision.refused', { why: 'proposal.own' });
    await requireTwoPeople(tx, by.id, call.operator.id);
    await confirmOpen(tx, call, open, now);
    return true;
  });

/** The operator who made the proposal may decline it too. */
export const declineProposal = (deps: ChangeDeps, call: SupplierCall, id: string, reason: string): Promise<void> =>
  changing(deps, call.company, async (tx, now) => {
    const open = await takeProposal(tx, call, id);
    await declineOpen(tx, call, open, reason, now);
    return open.proposal.by.partner === true;
  });
