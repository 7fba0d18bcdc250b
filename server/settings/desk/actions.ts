import type { DeskSettingsPatch } from './schemas.ts';
import { noteWeakenedDemands } from '../../companies/store.ts';
import { currencies } from '../../../common/currencies.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { ApiError, invalidBody } from '../../errors/errors.ts';
import { lockedTransaction } from '../../events/counters.ts';
import type { CompanyId, Db, Pool } from '../../ground/db/pool.ts';
import { isDemand, unmetDemand, weakenedDays, type Demands } from '../../people/demands.ts';
import { idsOfPerson, readUnproven } from '../../people/store.ts';
import type { Operator, Role } from '../../../common/permissions.ts';
import { readSettingProposals, type SettingProposal } from '../../decisions/proposals-store.ts';
import {
  changeOrPropose,
  confirmation,
  decideProposal,
  type SettingsCall,
  type SettingsGroup,
} from '../../decisions/proposals.ts';
import {
  isSettingName,
  presetKinds,
  settingNames,
  settingsOf,
  weakensDuty,
  type DeskChange,
  type DeskSettings,
  type PresetReasons,
  type SettingName,
} from '../rules.ts';
import { readDeskSettings, writeDeskSettings } from '../store.ts';
import type { OperatorCall } from '../../desk/operation.ts';

const truths: ReadonlySet<SettingName> = new Set(['payeeTakesTwo', 'separateDuties']);

const valueOf = (name: SettingName, text: string) => (truths.has(name) ? text === 'true' : text);

const changeOf = (before: DeskSettings, rule: SettingName, to: DeskChange['to'], reason?: string | null) =>
  ({ rule, from: settingsOf(before)[rule], to, ...(reason && { reason }) }) as DeskChange;

/** The time zone and the reasons that dialogs offer redirect nothing. */
export const redirectsMoney = ({ timeZone: _zone, presetReasons: _presets, ...others }: DeskSettingsPatch): boolean =>
  Object.keys(others).length > 0;

const proposed = (before: DeskSettings, { rule, to, reason }: SettingProposal) =>
  changeOf(before, rule as SettingName, valueOf(rule as SettingName, to), reason);

export async function readSettings(db: Db, company: CompanyId, operatorId: string, role: Role) {
  const settings = await readDeskSettings(db, company);
  const proposals = await readSettingProposals(db, company);
  const unproven = await readUnproven(db);
  return {
    ...settingsOf(settings),
    waiting: proposals
      .filter(({ rule }) => isSettingName(rule))
      .map((proposal) => {
        const { rule, from } = proposed(settings, proposal);
        const { id, to, by, at, reason = null } = proposal;
        const confirm = confirmation(proposal, operatorId, role, unproven);
        // Preset reasons weaken nothing and never wait.
        return { id, setting: rule, from: String(from as string | boolean), to, reason, by, at, confirm };
      }),
  };
}

/** Whoever enters the company reads them with its demands. */
async function noteWeakened(
  { tx, company, now }: SettingsCall,
  changes: readonly DeskChange[],
  people: readonly string[],
) {
  const operators = (await Promise.all(people.map((id) => idsOfPerson(tx, id)))).flat();
  const until = new Date(now.getTime() + weakenedDays * 24 * 3600 * 1000).toISOString();
  const weakened = changes.map(({ rule, from }) => ({
    rule: rule as keyof Demands,
    stricter: from as string,
    operators,
    until,
  }));
  await noteWeakenedDemands(tx, company, weakened, now);
}

const groupOf = (before: DeskSettings, call: SettingsCall): SettingsGroup<DeskChange> => ({
  actions: { changed: 'settings.changed', proposed: 'settings.proposed', declined: 'settings.declined' },
  subject: () => call.company,
  has: isSettingName,
  weakens: weakensDuty,
  changeOf: (proposal) => proposed(before, proposal),
  audited: ({ rule: field, from, to }) => ({ field, from, to }),
  async write(changes, people) {
    const { tx, company, now } = call;
    const after = { ...before };
    for (const { rule, to, reason } of changes) {
      if (rule === 'separateDuties') after.dutiesOffReason = to ? null : (before.dutiesOffReason ?? reason ?? '');
      else Object.assign(after, { [rule]: to });
    }
    await writeDeskSettings(tx, company, after, now);
    const demands = changes.filter((change) => isDemand(change.rule) && weakensDuty(change));
    if (demands.length > 0) await noteWeakened(call, demands, people);
  },
});

/** The present object if nothing in it changes. */
function withPresets(before: PresetReasons, patch: DeskSettingsPatch['presetReasons'] = {}): PresetReasons {
  const after = { ...before };
  for (const kind of presetKinds) after[kind] = patch[kind]?.map((reason) => reason.trim()) ?? before[kind];
  return presetKinds.every((kind) => after[kind].join('\n') === before[kind].join('\n')) ? before : after;
}

/** Serialises changes, so that concurrent ones do not undo each other. */
const changing = (
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  work: (call: SettingsCall, before: DeskSettings) => Promise<void>,
) =>
  lockedTransaction(pool, company, async (tx, now) =>
    work({ tx, company, operator, now }, await readDeskSettings(tx, company)),
  );

/** A change that weakens a duty waits for a second administrator, if there is one. */
export async function changeSettings(
  pool: Pool,
  { company, operator, role, body: { reason, ...patch } }: OperatorCall<DeskSettingsPatch>,
): Promise<void> {
  if (patch.separateDuties === false && reason === undefined)
    throw invalidBody([problemAt('reason', 'field.required')]);
  if (patch.currency !== undefined && !currencies.has(patch.currency))
    throw invalidBody([problemAt('currency', 'currency.unknown')]);
  await changing(pool, company, operator, async (call, before) => {
    const current = settingsOf(before);
    // Otherwise a company could lock out the last person who can undo it.
    const unmet = operator.session && unmetDemand({ ...current, ...patch }, operator.session, role);
    if (unmet !== undefined) throw new ApiError(unmet, {});
    const changes = settingNames.flatMap((name) => {
      const to = name === 'presetReasons' ? withPresets(current.presetReasons, patch.presetReasons) : patch[name];
      if (to === undefined || to === current[name]) return [];
      return [changeOf(before, name, to, name === 'separateDuties' && !to ? reason?.trim() : undefined)];
    });
    await changeOrPropose(call, groupOf(before, call), changes);
  });
}

export const decideSettingProposal = (
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  id: string,
  decision: 'confirm' | 'decline',
): Promise<void> =>
  changing(pool, company, operator, (call, before) => decideProposal(call, groupOf(before, call), id, decision));
