import type { DeskSettingsPatch } from './schemas.ts';
import { audit } from '../../audit/record.ts';
import { isCurrency } from '../../checks/rules/currency.ts';
import { problemAt } from '../../errors/catalogue.ts';
import { invalidBody } from '../../errors/errors.ts';
import { repeated } from '../../ground/db/batch.ts';
import { lockCounters } from '../../ground/db/counters.ts';
import { transaction, type CompanyId, type Pool } from '../../ground/db/pool.ts';
import type { Operator } from '../../operators/permissions.ts';
import { readDeskSettings, writeDeskSettings, type DeskSettings } from '../store.ts';

/** Changes the settings that are given and differ; where none does, nothing is recorded. */
export async function changeSettings(
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  patch: DeskSettingsPatch,
): Promise<DeskSettings> {
  if (patch.currency !== undefined && !isCurrency(patch.currency))
    throw invalidBody([problemAt('currency', 'currency.unknown')]);
  return repeated(() =>
    transaction(pool, async (tx) => {
      // One after the other: of two changes at once neither undoes the other.
      await lockCounters(tx, company);
      const before = await readDeskSettings(tx, company);
      const after = { ...before, ...patch };
      const changes = (['currency', 'payeeTakesTwo'] as const).flatMap((field) =>
        after[field] === before[field] ? [] : [{ field, from: before[field], to: after[field] }],
      );
      if (changes.length === 0) return before;
      const now = new Date();
      await writeDeskSettings(tx, company, after, now);
      const entry = { action: 'settings.changed', subjectType: 'settings', subjectId: company, data: { changes } };
      await audit(tx, company, operator, entry, now);
      return after;
    }),
  );
}
