import { deleteFactors, hasFactor, hasOtherAdministrator } from './store.ts';
import { audit, type Actor } from '../../audit/record.ts';
import { readSettingProposals, type SettingProposal } from '../../decisions/proposals-store.ts';
import { changeOrPropose, decideProposal, type SettingChange, type SettingsGroup } from '../../decisions/proposals.ts';
import { conflict, notFound } from '../../errors/errors.ts';
import { retryOnConflict } from '../../ground/db/failures.ts';
import { noCompany, transaction, type Db, type Pool } from '../../ground/db/pool.ts';
import { endAccess } from '../sign-in/sessions.ts';
import { lockAdministrators, readOperator } from '../admin-store.ts';
import type { OperatorRecord } from '../admin-rules.ts';

/** In place of a setting's name, before the operator's id. */
const prefix = 'factors/';

export const isReset = (rule: string): boolean => rule.startsWith(prefix);
export const subjectOfReset = (rule: string): string => rule.slice(prefix.length);

const resetOf = (operatorId: string): SettingChange => ({ rule: prefix + operatorId, from: 'present', to: 'removed' });

/** Whether the second factors are gone now; otherwise the reset waits for a second administrator. */
export interface ResetOutcome {
  operator: OperatorRecord;
  done: boolean;
}

function groupOf(tx: Db, now: Date, takesTwo: boolean, outcome: { done: boolean }): SettingsGroup<SettingChange> {
  return {
    actions: {
      changed: 'operator.factorsreset',
      proposed: 'operator.resetproposed',
      declined: 'operator.resetdeclined',
    },
    subject: ({ rule }) => subjectOfReset(rule),
    has: isReset,
    weakens: () => takesTwo,
    changeOf: ({ rule }) => resetOf(subjectOfReset(rule)),
    audited: () => ({ field: 'factors', from: true, to: false }),
    async write([change]) {
      const operatorId = subjectOfReset((change as SettingChange).rule);
      await deleteFactors(tx, operatorId);
      // A session may be in the hands of whoever has the lost device.
      await endAccess(tx, operatorId, undefined, now);
      outcome.done = true;
    },
  };
}

async function lockSubject(tx: Db, id: string): Promise<OperatorRecord> {
  await lockAdministrators(tx, id);
  const operator = await readOperator(tx, id);
  if (operator === undefined) throw notFound();
  return operator;
}

/** For somebody who lost a device. It takes two administrators, if there is a second one who is not that somebody. */
export const resetFactors = (pool: Pool, by: SettingProposal['by'], id: string): Promise<ResetOutcome> =>
  retryOnConflict(() =>
    transaction(pool, async (tx) => {
      const [now, outcome] = [new Date(), { done: false }];
      const operator = await lockSubject(tx, id.toLowerCase());
      if (!(await hasFactor(tx, operator.id))) throw conflict('factor.none', {});
      const takesTwo = await hasOtherAdministrator(tx, [by.id, operator.id]);
      const call = { tx, company: noCompany, operator: { id: by.id, name: by.name }, now };
      await changeOrPropose(call, groupOf(tx, now, takesTwo, outcome), [resetOf(operator.id)]);
      return { operator, ...outcome };
    }),
  );

/** Undefined if the proposal is no reset. Nobody confirms the reset of their own factors. */
export const decideReset = (
  pool: Pool,
  by: SettingProposal['by'],
  proposalId: string,
  decision: 'confirm' | 'decline',
): Promise<ResetOutcome | undefined> =>
  retryOnConflict(() =>
    transaction(pool, async (tx) => {
      const [now, outcome] = [new Date(), { done: false }];
      const waiting = await readSettingProposals(tx, noCompany);
      const proposal = waiting.find(({ id, rule }) => id === proposalId.toLowerCase() && isReset(rule));
      if (proposal === undefined) return undefined;
      const operator = await lockSubject(tx, subjectOfReset(proposal.rule));
      if (decision === 'confirm' && operator.id === by.id) throw conflict('decision.refused', { why: 'proposal.own' });
      const call = { tx, company: noCompany, operator: { id: by.id, name: by.name }, now };
      await decideProposal(call, groupOf(tx, now, true, outcome), proposalId, decision);
      return { operator, ...outcome };
    }),
  );

/** The way back in when there is no second administrator, for whoever runs the service. */
export const resetAtOnce = (pool: Pool, actor: Actor, id: string): Promise<OperatorRecord> =>
  retryOnConflict(() =>
    transaction(pool, async (tx) => {
      const now = new Date();
      const operator = await lockSubject(tx, id);
      if ((await deleteFactors(tx, id)) === 0) throw conflict('factor.none', {});
      await endAccess(tx, id, undefined, now);
      const changes = [{ field: 'factors', from: true, to: false }];
      await audit(tx, noCompany, actor, { action: 'operator.factorsreset', subjectId: id, data: { changes } }, now);
      return operator;
    }),
  );
