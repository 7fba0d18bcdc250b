import type { DeskSettingsPatch } from './schemas.ts';
import { audit } from '../../audit/record.ts';
import { currencies } from '../../../common/currencies.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { invalidBody } from '../../errors/errors.ts';
import { repeated } from '../../ground/db/batch.ts';
import { lockCounters } from '../../events/counters.ts';
import { companyTransaction, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';
import type { Operator } from '../../../common/permissions.ts';
import { readDeskSettings, writeDeskSettings, type DeskSettings } from '../store.ts';

const shown = (settings: DeskSettings) => ({
  ...settings,
  separateDuties: settings.dutiesOffReason === null,
});

type ShownSettings = ReturnType<typeof shown>;

export const readSettings = async (db: Db, company: CompanyId): Promise<ShownSettings> =>
  shown(await readDeskSettings(db, company));

/** If no setting differs, nothing is recorded. */
export async function changeSettings(
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  patch: DeskSettingsPatch,
): Promise<ShownSettings> {
  if (patch.separateDuties === false && patch.reason === undefined)
    throw invalidBody([problemAt('reason', 'field.required')]);
  if (patch.currency !== undefined && !currencies.has(patch.currency))
    throw invalidBody([problemAt('currency', 'currency.unknown')]);
  return repeated(() =>
    companyTransaction(pool, company, async (tx) => {
      // Serialises changes, so that two at once do not undo each other.
      await lockCounters(tx, company);
      const before = await readSettings(tx, company);
      const { reason, ...changed } = patch;
      const after = { ...before, ...changed };
      after.dutiesOffReason = after.separateDuties ? null : (before.dutiesOffReason ?? reason?.trim() ?? '');
      const isSwitchedOff = before.separateDuties && !after.separateDuties;
      const changes = (['currency', 'payeeTakesTwo', 'separateDuties'] as const).flatMap((field) =>
        after[field] === before[field] ? [] : [{ field, from: before[field], to: after[field] }],
      );
      if (changes.length === 0) return before;
      const now = new Date();
      await writeDeskSettings(tx, company, after, now);
      const entry = {
        action: 'settings.changed',
        subjectType: 'settings',
        subjectId: company,
        data: { changes, ...(isSwitchedOff && { reason: after.dutiesOffReason }) },
      };
      await audit(tx, company, operator, entry, now);
      return after;
    }),
  );
}
