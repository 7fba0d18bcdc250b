import { type CompanyId, type Db, rowsOf, touchesRow, execute } from '../ground/db/pool.ts';
import { canAct, idsOfPerson, mayInCompany } from '../people/store.ts';

/** A changed setting that waits for a second administrator. */
export interface SettingProposal {
  id: string;
  /** The name of the setting, or the code of a check. */
  rule: string;
  /** The new value, written out. */
  to: string;
  reason?: string | null;
  by: { id: string; name: string };
  at: Date;
}

export const readSettingProposals = (db: Db, company: CompanyId): Promise<SettingProposal[]> =>
  rowsOf(db, {
    name: 'read-setting-proposals',
    text: `SELECT id, rule, setting AS to, reason, jsonb_build_object('id', operator_id, 'name', operator_name) AS by, created_at AS at
           FROM check_proposals WHERE company_id = $1 ORDER BY id`,
    values: [company],
  });

/** Replaces an earlier proposal for the same setting. */
export const writeSettingProposal = (
  tx: Db,
  company: CompanyId,
  { id, rule, to, reason, by, at }: SettingProposal,
): Promise<void> =>
  execute(tx, {
    name: 'write-setting-proposal',
    text: `INSERT INTO check_proposals (company_id, rule, id, setting, reason, operator_id, operator_name, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
           ON CONFLICT (company_id, rule) DO UPDATE SET id = excluded.id, setting = excluded.setting, reason = excluded.reason,
             operator_id = excluded.operator_id, operator_name = excluded.operator_name, created_at = excluded.created_at`,
    values: [company, rule, id, to, reason, by.id, by.name, at],
  });

export const deleteSettingProposals = (tx: Db, company: CompanyId, rules: readonly string[]): Promise<void> =>
  execute(tx, {
    name: 'delete-setting-proposals',
    text: 'DELETE FROM check_proposals WHERE company_id = $1 AND rule = ANY ($2)',
    values: [company, rules],
  });

/**
 * Whether an administrator of the company who is another person than this operator can sign in; with `noCompany`, one of
 * the installation.
 */
export const hasOtherAdministrator = async (db: Db, company: CompanyId, operatorId: string): Promise<boolean> =>
  touchesRow(
    db,
    `SELECT FROM operators
     WHERE ${canAct} AND ${mayInCompany('administer')} AND id <> ALL ($2::uuid[]) LIMIT 1`,
    [company, await idsOfPerson(db, operatorId)],
  );

export interface WeakenedSetting {
  rule: string;
  /** The value before the change, written out. */
  stricter: string;
}

/** Remembers who weakened settings, for 30 days. */
export async function noteWeakened(
  tx: Db,
  company: CompanyId,
  changes: readonly (WeakenedSetting & { id: string })[],
  operators: readonly string[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const outdated = new Date(now.getTime() - 30 * 24 * 60 * 60_000);
  await tx.query('DELETE FROM weakened_settings WHERE company_id = $1 AND changed_at < $2', [company, outdated]);
  for (const { id, rule, stricter } of changes)
    await tx.query(
      `INSERT INTO weakened_settings (company_id, id, rule, stricter, operators, changed_at) VALUES ($1, $2, $3, $4, $5, $6)`,
      [company, id, rule, stricter, operators, now],
    );
}
