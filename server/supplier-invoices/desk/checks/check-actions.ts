import { isLimit, limitNames, limitOf, limits, type Limit } from '../../../checks/limits.ts';
import {
  isCheckSetting,
  usualSeverity,
  weakensPayee,
  type Setting,
  type SettingChange,
  type Settings,
} from '../../../checks/settings.ts';
import { findingCodes, type FindingCode } from '../../../../common/errors/findings.ts';
import { lockedTransaction } from '../../../events/counters.ts';
import type { CompanyId, Pool } from '../../../ground/db/pool.ts';
import { readSettingProposals, type SettingProposal } from '../../../decisions/proposals-store.ts';
import {
  changeOrPropose,
  confirmation,
  decideProposal,
  type SettingsCall,
  type SettingsGroup,
} from '../../../decisions/proposals.ts';
import { readUnproven } from '../../../people/store.ts';
import type { Operator, Role } from '../../../../common/permissions.ts';
import { readCheckSettings, writeCheckSettings } from '../../checking/settings-store.ts';
import type { OperatorCall } from '../../../desk/operation.ts';

interface SettingsPatch {
  rules?: Readonly<Partial<Record<string, Setting>>> | undefined;
  limits?: Readonly<Partial<Record<Limit, number>>> | undefined;
}

const settingOf = (settings: Settings, code: FindingCode): Setting => settings[code] ?? 'usual';

const proposedChange = ({ rule, to }: SettingProposal, settings: Settings): SettingChange =>
  isLimit(rule)
    ? { rule, from: limitOf(settings, rule), to: Number(to) }
    : { rule: rule as FindingCode, from: settingOf(settings, rule as FindingCode), to: to as Setting };

export async function readChecks(pool: Pool, company: CompanyId, operatorId: string, role: Role) {
  const settings = await readCheckSettings(pool, company);
  const proposals = (await readSettingProposals(pool, company)).filter(({ rule }) => isCheckSetting(rule));
  const unproven = await readUnproven(pool);
  const about = (proposal: SettingProposal) => {
    const { id, by, at } = proposal;
    return { id, by, at, confirm: confirmation(proposal, operatorId, role, unproven) };
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

const groupOf = (before: Settings, { tx, company, now }: SettingsCall): SettingsGroup<SettingChange> => ({
  actions: { changed: 'checks.changed', proposed: 'checks.proposed', declined: 'checks.declined' },
  subject: () => company,
  has: isCheckSetting,
  weakens: weakensPayee,
  changeOf: (proposal) => proposedChange(proposal, before),
  audited: (change) => change,
  write: (changes) => writeCheckSettings(tx, company, changed(before, changes), now),
});

/** Serialises changes, so that concurrent ones do not undo each other. */
const changing = (
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  work: (call: SettingsCall, before: Settings) => Promise<void>,
) =>
  lockedTransaction(pool, company, async (tx, now) =>
    work({ tx, company, operator, now }, await readCheckSettings(tx, company)),
  );

/** A change that weakens a rule of the payee waits for a second administrator, if there is one. */
export const changeChecks = (pool: Pool, { company, operator, body }: OperatorCall<SettingsPatch>): Promise<void> =>
  changing(pool, company, operator, (call, before) =>
    changeOrPropose(call, groupOf(before, call), changesBetween(before, body)),
  );

export const decideCheckProposal = (
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  id: string,
  decision: 'confirm' | 'decline',
): Promise<void> =>
  changing(pool, company, operator, (call, before) => decideProposal(call, groupOf(before, call), id, decision));

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
const changed = (before: Settings, changes: readonly SettingChange[]): Settings => ({
  ...before,
  ...Object.fromEntries(changes.map(({ rule, to }) => [rule, to === 'usual' ? undefined : to])),
});
