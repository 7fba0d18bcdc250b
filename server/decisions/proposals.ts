import {
  deleteSettingProposals,
  hasOtherAdministrator,
  noteWeakened,
  readSettingProposals,
  writeSettingProposal,
  type SettingProposal,
} from './proposals-store.ts';
import { audit } from '../audit/record.ts';
import { actionUnless, obstacleOf, type Action } from './table.ts';
import { conflict } from '../errors/errors.ts';
import { newId } from '../ground/db/ids.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import { twoPeopleObstacleOf, type UnprovenOperator } from '../people/two-people.ts';
import { requireTwoPeople } from '../people/store.ts';
import { mayDo, type Role } from '../../common/permissions.ts';

export interface SettingChange {
  rule: string;
  from: unknown;
  to: unknown;
  reason?: string | undefined;
}

/** Settings that are changed together. */
export interface SettingsGroup<C extends SettingChange> {
  /** The actions, and the id of the subject, in the audit log. */
  actions: Record<'changed' | 'proposed' | 'declined', string>;
  subject(change: C): string;
  has(rule: string): boolean;
  /** Whether the change waits for a second administrator, if there is one. */
  weakens(change: C): boolean;
  /** The change that a proposal would make now. */
  changeOf(proposal: SettingProposal): C;
  /** As the audit log has it. */
  audited(change: C): object;
  /** `people` asked for them and confirmed them. */
  write(changes: readonly C[], people: readonly string[]): Promise<void>;
}

/** Who changes settings of which company, when. The transaction has locked the company's counters. */
export interface SettingsCall {
  tx: Db;
  company: CompanyId;
  operator: SettingProposal['by'];
  now: Date;
}

/** Records nothing if there are no changes. */
export async function changeOrPropose<C extends SettingChange>(
  call: SettingsCall,
  group: SettingsGroup<C>,
  changes: readonly C[],
): Promise<void> {
  const weakening = changes.filter(group.weakens);
  const takesTwo = weakening.length > 0 && (await hasOtherAdministrator(call.tx, call.company, call.operator.id));
  const atOnce = takesTwo ? changes.filter((change) => !weakening.includes(change)) : changes;
  if (atOnce.length > 0) await apply(call, group, atOnce, {});
  if (takesTwo) await propose(call, group, weakening);
}

/** A proposal that already waits is not repeated. */
export async function propose<C extends SettingChange>(
  call: SettingsCall,
  group: SettingsGroup<C>,
  changes: readonly C[],
): Promise<void> {
  const { tx, company, operator, now } = call;
  const waiting = await readSettingProposals(tx, company);
  const proposed = changes
    .filter(({ rule, to }) => !waiting.some((other) => other.rule === rule && other.to === String(to)))
    .map((change) => ({ id: newId(), change }));
  for (const { id, change } of proposed) {
    const { rule, to, reason } = change;
    const proposal = { id, rule, to: String(to), reason: reason ?? null, by: operator, at: now };
    await writeSettingProposal(tx, company, proposal);
  }
  if (proposed.length === 0) return;
  const fresh = proposed.map(({ change }) => change);
  const entries = proposed.map(({ id, change }) => ({ id, ...group.audited(change) }));
  await record(call, group, 'proposed', fresh, { changes: entries, ...reasonOf(fresh) });
}

/** The proposer may decline a change, but not confirm it. */
export async function decideProposal<C extends SettingChange>(
  call: SettingsCall,
  group: SettingsGroup<C>,
  id: string,
  decision: 'confirm' | 'decline',
): Promise<void> {
  const { tx, company, operator } = call;
  const proposal = (await readSettingProposals(tx, company)).find(
    (one) => one.id === id.toLowerCase() && group.has(one.rule),
  );
  if (proposal === undefined) throw conflict('decision.refused', { why: 'proposal.gone' });
  if (decision === 'confirm' && proposal.by.id === operator.id)
    throw conflict('decision.refused', { why: 'proposal.own' });
  if (decision === 'confirm') await requireTwoPeople(tx, proposal.by.id, operator.id);
  const changes = [group.changeOf(proposal)];
  if (decision === 'confirm') return apply(call, group, changes, { proposedBy: proposal.by });
  await deleteSettingProposals(tx, company, [proposal.rule]);
  await record(call, group, 'declined', changes, { changes: changes.map(group.audited), proposedBy: proposal.by });
}

async function apply<C extends SettingChange>(
  call: SettingsCall,
  group: SettingsGroup<C>,
  changes: readonly C[],
  about: { proposedBy?: SettingProposal['by'] },
): Promise<void> {
  const { tx, company, operator, now } = call;
  const changedRules = changes.map(({ rule }) => rule);
  await deleteSettingProposals(tx, company, changedRules);
  const people = [operator.id, ...(about.proposedBy === undefined ? [] : [about.proposedBy.id])];
  await group.write(changes, people);
  const weakened = changes
    .filter(group.weakens)
    .map(({ rule, from }) => ({ id: newId(), rule, stricter: String(from) }));
  await noteWeakened(tx, company, weakened, people, now);
  await record(call, group, 'changed', changes, {
    changes: changes.map(group.audited),
    ...about,
    ...reasonOf(changes),
  });
}

const reasonOf = (changes: readonly SettingChange[]) => {
  const reason = changes.find((change) => change.reason !== undefined)?.reason;
  return reason === undefined ? {} : { reason };
};

const record = <C extends SettingChange>(
  { tx, company, operator, now }: SettingsCall,
  { actions, subject }: SettingsGroup<C>,
  what: keyof SettingsGroup<C>['actions'],
  [first]: readonly C[],
  data: object,
) => audit(tx, company, operator, { action: actions[what], subjectId: subject(first as C), data }, now);

/** Whether an operator may confirm a proposal, and otherwise why not. */
export function confirmation(
  { by }: SettingProposal,
  operatorId: string,
  role: Role,
  unproven: readonly UnprovenOperator[],
): Action {
  const why = !mayDo(role, 'administer') ? 'role.refused' : by.id === operatorId ? 'proposal.own' : undefined;
  return actionUnless(why === undefined ? twoPeopleObstacleOf(unproven, operatorId, [by.id]) : obstacleOf(why));
}
