import type { Settings } from '../checks/settings.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

/** What a company chose for the rules; nothing where it never chose. */
export async function readCheckSettings(db: Db, company: CompanyId): Promise<Settings> {
  const { rows } = await db.query<{ rules: Settings }>({
    name: 'read-check-settings',
    text: 'SELECT rules FROM check_settings WHERE company_id = $1',
    values: [company],
  });
  return rows[0]?.rules ?? {};
}

export async function writeCheckSettings(tx: Db, company: CompanyId, settings: Settings, now: Date): Promise<void> {
  await tx.query({
    name: 'write-check-settings',
    text: `INSERT INTO check_settings (company_id, rules, updated_at) VALUES ($1, $2, $3)
           ON CONFLICT (company_id) DO UPDATE SET rules = excluded.rules, updated_at = excluded.updated_at`,
    values: [company, JSON.stringify(settings), now],
  });
}
