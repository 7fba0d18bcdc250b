import type { CheckSettingsPatch } from './check-schemas.ts';
import { audit } from '../../audit/record.ts';
import { usualSeverity, type Choice, type Setting, type Settings } from '../../checks/settings.ts';
import { findingCodes, type FindingCode } from '../../errors/findings.ts';
import { repeated } from '../../ground/db/batch.ts';
import { lockCounters } from '../../ground/db/counters.ts';
import { transaction, type CompanyId, type Pool } from '../../ground/db/pool.ts';
import type { Operator } from '../../operators/permissions.ts';
import { readCheckSettings, writeCheckSettings } from '../check-settings-store.ts';

const settingOf = (settings: Settings, code: FindingCode): Setting => settings[code] ?? 'usual';

/** Every rule, with what the company chose for it. */
export async function readChecks(pool: Pool, company: CompanyId) {
  const settings = await readCheckSettings(pool, company);
  const rules = findingCodes.map((code) => ({
    code,
    usual: usualSeverity[code],
    setting: settingOf(settings, code),
  }));
  return { rules };
}

/** Changes the settings that are given and differ; where none does, nothing is recorded. */
export async function changeChecks(
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  wanted: CheckSettingsPatch['rules'],
): Promise<void> {
  await repeated(() =>
    transaction(pool, async (tx) => {
      // One after the other: of two changes at once neither undoes the other.
      await lockCounters(tx, company);
      const before = await readCheckSettings(tx, company);
      const changes = changesBetween(before, wanted);
      if (changes.length === 0) return;
      const now = new Date();
      await writeCheckSettings(tx, company, changed(before, changes), now);
      const entry = { action: 'checks.changed', subjectType: 'checks', subjectId: company, data: { changes } };
      await audit(tx, company, operator, entry, now);
    }),
  );
}

interface Change {
  rule: FindingCode;
  from: Setting;
  to: Setting;
}

const changesBetween = (before: Settings, wanted: CheckSettingsPatch['rules']): Change[] =>
  findingCodes.flatMap((rule) => {
    const [from, to] = [settingOf(before, rule), wanted[rule]];
    return to === undefined || to === from ? [] : [{ rule, from, to }];
  });

/** What is usual is not kept, so that a rule whose usual severity changes one day changes with it. */
function changed(before: Settings, changes: Change[]): Settings {
  const settings: Partial<Record<FindingCode, Choice>> = { ...before };
  for (const { rule, to } of changes)
    if (to === 'usual') delete settings[rule];
    else settings[rule] = to;
  return settings;
}
