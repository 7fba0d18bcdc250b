import { limitOf } from '../../checks/limits.ts';
import type { Settings } from '../../checks/settings.ts';
import { stepCounters } from '../../events/counters.ts';
import { type CompanyId, type Db, valueOf } from '../../ground/db/pool.ts';

export const settingsOfCompany = `rules || jsonb_build_object(
  'sumToleranceMinorUnits', sum_tolerance_minor_units, 'recentDays', recent_days)`;

export async function readCheckSettings(db: Db, company: CompanyId): Promise<Settings> {
  const settings = await valueOf<Settings>(db, {
    name: 'read-check-settings',
    text: `SELECT ${settingsOfCompany} AS settings FROM check_settings WHERE company_id = $1`,
    values: [company],
  });
  return settings ?? {};
}

/** The caller has locked the company's counters. */
export async function writeCheckSettings(tx: Db, company: CompanyId, settings: Settings, now: Date): Promise<void> {
  const { sumToleranceMinorUnits: _tolerance, recentDays: _days, ...rules } = settings;
  await tx.query({
    name: 'write-check-settings',
    text: `INSERT INTO check_settings (company_id, rules, sum_tolerance_minor_units, recent_days, updated_at)
           VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (company_id) DO UPDATE SET rules = excluded.rules, updated_at = excluded.updated_at,
             sum_tolerance_minor_units = excluded.sum_tolerance_minor_units, recent_days = excluded.recent_days`,
    values: [company, rules, limitOf(settings, 'sumToleranceMinorUnits'), limitOf(settings, 'recentDays'), now],
  });
  await stepCounters(tx, company, { judging: 1 });
}
