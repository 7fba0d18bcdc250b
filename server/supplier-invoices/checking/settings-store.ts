import { limitOf } from '../../checks/limits.ts';
import type { SettingChange, Settings } from '../../checks/settings.ts';
import { judgedAnew } from '../../events/counters.ts';
import { runChain, type Chain } from '../../ground/db/chain.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import type { Person } from '../../operators/people-store.ts';

export const settingsOfCompany = `rules || jsonb_build_object(
  'sumToleranceMinorUnits', sum_tolerance_minor_units, 'recentDays', recent_days)`;

export async function readCheckSettings(db: Db, company: CompanyId): Promise<Settings> {
  const { rows } = await db.query<{ settings: Settings }>({
    name: 'read-check-settings',
    text: `SELECT ${settingsOfCompany} AS settings FROM check_settings WHERE company_id = $1`,
    values: [company],
  });
  return rows[0]?.settings ?? {};
}

const writeChain: Chain = {
  name: 'write-check-settings',
  parts: [['counted', `UPDATE company_counters SET ${judgedAnew} WHERE company_id = $1 RETURNING judging_version`]],
  result: `
    INSERT INTO check_settings (company_id, rules, sum_tolerance_minor_units, recent_days, updated_at)
    SELECT owner.company_id, $2, $3, $4, $5 FROM owner CROSS JOIN counted
    ON CONFLICT (company_id) DO UPDATE SET rules = excluded.rules, updated_at = excluded.updated_at,
      sum_tolerance_minor_units = excluded.sum_tolerance_minor_units, recent_days = excluded.recent_days`,
};

export async function writeCheckSettings(tx: Db, company: CompanyId, settings: Settings, now: Date): Promise<void> {
  const { sumToleranceMinorUnits: _tolerance, recentDays: _days, ...rules } = settings;
  await runChain(tx, writeChain, [
    company,
    JSON.stringify(rules),
    limitOf(settings, 'sumToleranceMinorUnits'),
    limitOf(settings, 'recentDays'),
    now,
  ]);
}

/** A changed setting that waits for a second administrator. */
export interface CheckProposal {
  id: string;
  rule: SettingChange['rule'];
  /** A limit is written out. */
  to: string;
  by: Person;
  at: Date;
}

export async function readCheckProposals(db: Db, company: CompanyId): Promise<CheckProposal[]> {
  const { rows } = await db.query<CheckProposal>({
    name: 'read-check-proposals',
    text: `SELECT id, rule, setting AS to, jsonb_build_object('id', operator_id, 'name', operator_name) AS by, created_at AS at
           FROM check_proposals WHERE company_id = $1 ORDER BY id`,
    values: [company],
  });
  return rows;
}

/** Replaces an earlier proposal for the same rule. */
export async function writeCheckProposal(
  tx: Db,
  company: CompanyId,
  { id, rule, to, by, at }: CheckProposal,
): Promise<void> {
  await tx.query({
    name: 'write-check-proposal',
    text: `INSERT INTO check_proposals (company_id, rule, id, setting, operator_id, operator_name, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (company_id, rule) DO UPDATE SET id = excluded.id, setting = excluded.setting,
             operator_id = excluded.operator_id, operator_name = excluded.operator_name, created_at = excluded.created_at`,
    values: [company, rule, id, to, by.id, by.name, at],
  });
}

export async function deleteCheckProposals(tx: Db, company: CompanyId, rules: SettingChange['rule'][]): Promise<void> {
  await tx.query({
    name: 'delete-check-proposals',
    text: 'DELETE FROM check_proposals WHERE company_id = $1 AND rule = ANY ($2)',
    values: [company, rules],
  });
}
