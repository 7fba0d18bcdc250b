import { audit } from '../../audit/record.ts';
import type { OperatorDeps } from '../../deps.ts';
import { conflict, notFound } from '../../errors/errors.ts';
import { repeated } from '../../ground/db/batch.ts';
import { lockCounters } from '../../events/counters.ts';
import { transaction, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';
import { actionUnless, obstacleOf, type Action } from '../../decisions/table.ts';
import { mayDo, type Operator, type Role } from '../../operators/permissions.ts';
import { checkChanges, writeChanges } from '../change.ts';
import type { FieldChange } from '../changes-store.ts';
import { deleteProposal, readProposals, type Proposal } from '../proposals-store.ts';
import { changesBetween, shownChanges, shownPatch } from '../rules.ts';
import type { SupplierEntry } from '../shape.ts';
import { lockSuppliers } from '../store.ts';

/** A proposal as somebody sees it, who may confirm it or not. */
export function shownProposal(proposal: Proposal, operatorId: string, role: Role): Proposal & { confirm: Action } {
  const isOwn = proposal.by.id === operatorId;
  const why = !mayDo(role, 'edit') ? 'role.refused' : isOwn ? 'proposal.own' : undefined;
  const confirm = actionUnless(why && obstacleOf(why));
  return { ...proposal, patch: shownPatch(proposal.patch), confirm };
}

interface Opened {
  before: SupplierEntry;
  proposal: Proposal;
  /** What it would change of the record as it is now. */
  changes: FieldChange[];
}

/** Takes up a proposal that waits, with its supplier locked: of two who do so at once the second is told. */
const takingUp = (
  pool: Pool,
  company: CompanyId,
  number: string,
  id: string,
  work: (tx: Db, opened: Opened, now: Date) => Promise<void>,
): Promise<void> =>
  repeated(() =>
    transaction(pool, async (tx) => {
      await lockCounters(tx, company);
      const before = (await lockSuppliers(tx, company, [number])).get(number);
      if (before === undefined) throw notFound();
      const proposal = (await readProposals(tx, company, number)).find((one) => one.id === id.toLowerCase());
      if (proposal === undefined) throw conflict('decision.refused', { why: 'proposal.gone' });
      await deleteProposal(tx, company, number, proposal.id);
      await work(tx, { before, proposal, changes: changesBetween(before, proposal.patch) }, new Date());
    }),
  );

/** Makes a change that somebody else proposed. It is looked at again: the record may be another by now. */
export async function confirmProposal(
  { pool, followers }: Pick<OperatorDeps, 'pool' | 'followers'>,
  company: CompanyId,
  operator: Operator,
  traceId: string,
  number: string,
  id: string,
): Promise<void> {
  await takingUp(pool, company, number, id, async (tx, { before, proposal, changes }, now) => {
    if (proposal.by.id === operator.id) throw conflict('decision.refused', { why: 'proposal.own' });
    if (changes.length === 0) throw conflict('decision.refused', { why: 'proposal.same' });
    checkChanges(before, changes);
    await writeChanges(tx, company, { operator, traceId, before, changes, proposedBy: proposal.by }, now);
  });
  followers.wake(company);
}

/** Drops a proposal. Whoever made it may take it back. */
export async function declineProposal(
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  number: string,
  id: string,
  reason: string,
): Promise<void> {
  await takingUp(pool, company, number, id, async (tx, { proposal, changes }, now) => {
    const entry = {
      action: 'supplier.declined',
      subjectType: 'supplier',
      subjectId: number,
      data: { proposalId: proposal.id, changes: shownChanges(changes), proposedBy: proposal.by, reason },
    };
    await audit(tx, company, operator, entry, now);
  });
}
