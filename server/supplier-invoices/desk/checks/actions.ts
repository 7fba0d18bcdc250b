import { audit } from '../../../audit/record.ts';
import { isLimit, limitNames, limitOf, limits, type Limit } from '../../../checks/limits.ts';
import {
  usualSeverity,
  weakensPayee,
  type Setting,
  type SettingChange,
  type Settings,
} from '../../../checks/settings.ts';
import { conflict } from '../../../errors/errors.ts';
import { findingCodes, type FindingCode } from '../../../../common/errors/findings.ts';
import { repeated } from '../../../ground/db/batch.ts';
import { lockCounters } from '../../../events/counters.ts';
import { companyTransaction, type CompanyId, type Db, type Pool } from '../../../ground/db/pool.ts';
import { actionUnless, obstacleOf } from '../../../decisions/table.ts';
import { hasOtherAdministrator } from '../../../operators/admin-store.ts';
import { linkObstacleOf, readUnproven, requireTwoPeople } from '../../../operators/second-store.ts';
import { mayDo, type Operator, type Role } from '../../../../common/permissions.ts';
import {
  deleteCheckProposals,
  readCheckProposals,
  readCheckSettings,
  writeCheckProposal,
  writeCheckSettings,
  type CheckProposal,
} from '../../checking/settings-store.ts';
import { newId } from '../../../ground/db/ids.ts';

interface SettingsPatch {
  rules?: Readonly<Partial<Record<string, Setting>>> | undefined;
  limits?: Readonly<Partial<Record<Limit, number>>> | undefined;
}

const settingOf = (settings: Settings, code: FindingCode): Setting => settings[code] ?? 'usual';

const proposedChange = ({ rule, to }: CheckProposal, settings: Settings): SettingChange =>
  isLimit(rule)
    ? { rule, from: limitOf(settings, rule), to: Number(to) }
    : { rule, from: settingOf(settings, rule), to: to as Setting };

export async function readChecks(pool: Pool, company: CompanyId, operatorId: string, role: Role) {
  const settings = await readCheckSettings(pool, company);
  const proposals = await readCheckProposals(pool, company);
  const unproven = await readUnproven(pool);
  const about = ({ id, by, at }: CheckProposal) => {
    const why = !mayDo(role, 'administer') ? 'role.refused' : by.id === operatorId ? 'proposal.own' : undefined;
    return {
      id,
      by,
      at,
      confirm: actionUnless(why === undefined ? linkObstacleOf(unproven, operatorId, [by.id]) : obstacleOf(why)),
    };
  };
  return {
    rules: findingCodes.map((code) => ({ code, usual: usualSeverity[code], setting: settingOf(settings, code) })),
    limits: limitNames.map((limit) => ({ limit, ...limits[limit], value: limitOf(settings, limit) })),
    waiting: proposals.flatMap((proposal) => {
      const change = proposedChange(proposal, settings);
      return isLimit(change.rule) ? [] : [{ ...about(proposal), ...change }];
    }),
    waitingLimits: proposals.flatMap((proposal) => {
      const { rule, from, to } = proposedChange(proposal, settings);
      return isLimit(rule) ? [{ ...about(proposal), limit: rule, from, to }] : [];
    }),
  };
}

/** Serialises changes, so that concurrent ones do not undo each other. */
const changeSettings = (pool: Pool, company: CompanyId, work: (tx: Db, before: Settings, now: Date) => Promise<void>) =>
  repeated(() =>
    companyTransaction(pool, company, async (tx) => {
      await lockCounters(tx, company);
      await work(tx, await readCheckSettings(tx, company), new Date());
    }),
  );

const subjectOf = (company: CompanyId) => ({ subjectType: 'checks', subjectId: company });

/**
 * Records only settings that differ. A change that weakens a rule of the payee waits for a second administrator, if the
 * company has one.
 */
export const changeChecks = (
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  wanted: SettingsPatch,
): Promise<void> =>
  changeSettings(pool, company, async (tx, before, now) => {
    const changes = changesBetween(before, wanted);
    const weakening = changes.filter(weakensPayee);
    const takesTwo = weakening.length > 0 && (await hasOtherAdministrator(tx, operator.id));
    const atOnce = takesTwo ? changes.filter((change) => !weakening.includes(change)) : changes;
    const waiting = takesTwo ? await readCheckProposals(tx, company) : [];
    const proposed = (takesTwo ? weakening : [])
      .filter(({ rule, to }) => !waiting.some((other) => other.rule === rule && other.to === String(to)))
      .map((change) => ({ id: newId(), ...change }));
    for (const { id, rule, to } of proposed)
      await writeCheckProposal(tx, company, { id, rule, to: String(to), by: operator, at: now });
    if (atOnce.length > 0) {
      await deleteCheckProposals(
        tx,
        company,
        atOnce.map(({ rule }) => rule),
      );
      await writeCheckSettings(tx, company, changed(before, atOnce), now);
      const entry = { action: 'checks.changed', ...subjectOf(company), data: { changes: atOnce } };
      await audit(tx, company, operator, entry, now);
    }
    if (proposed.length > 0) {
      const entry = { action: 'checks.proposed', ...subjectOf(company), data: { changes: proposed } };
      await audit(tx, company, operator, entry, now);
    }
  });

/** The proposer may decline a change, but not confirm it. */
export const decideProposal = (
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  id: string,
  decision: 'confirm' | 'decline',
): Promise<void> =>
  changeSettings(pool, company, async (tx, before, now) => {
    const proposal = (await readCheckProposals(tx, company)).find((one) => one.id === id.toLowerCase());
    if (proposal === undefined) throw conflict('decision.refused', { why: 'proposal.gone' });
    const { rule, by } = proposal;
    if (decision === 'confirm' && by.id === operator.id) throw conflict('decision.refused', { why: 'proposal.own' });
    if (decision === 'confirm') await requireTwoPeople(tx, by.id, operator.id);
    const changes = [proposedChange(proposal, before)];
    await deleteCheckProposals(tx, company, [rule]);
    if (decision === 'confirm') await writeCheckSettings(tx, company, changed(before, changes), now);
    const about = { ...subjectOf(company), data: { changes, proposedBy: by } };
    const entry =
      decision === 'confirm' ? { action: 'checks.changed', ...about } : { action: 'checks.declined', ...about };
    await audit(tx, company, operator, entry, now);
  });

const changesBetween = (before: Settings, { rules = {}, limits = {} }: SettingsPatch): SettingChange[] => [
  ...findingCodes.flatMap((rule) => {
    const [from, to] = [settingOf(before, rule), rules[rule]];
    return to === undefined || to === from ? [] : [{ rule, from, to }];
  }),
  ...limitNames.flatMap((rule) => {
    const [from, to] = [limitOf(before, rule), limits[rule]];
    return to === undefined || to === from ? [] : [{ rule, from, to }];
  }),
];

/** The setting usual is not stored, so that a new usual severity takes effect. */
const changed = (before: Settings, changes: SettingChange[]): Settings => ({
  ...before,
  ...Object.fromEntries(changes.map(({ rule, to }) => [rule, to === 'usual' ? undefined : to])),
});
