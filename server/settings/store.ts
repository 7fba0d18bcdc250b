import type { CompanyId, Db } from '../ground/db/pool.ts';

export interface DeskSettings {
  /** The currency of approval limits. */
  currency: string;
  /** A second operator must confirm each change of a payee. */
  payeeTakesTwo: boolean;
  /** Why one operator may release and approve, or change a payee and approve; null while these duties are separate. */
  dutiesOffReason: string | null;
}

const defaults: DeskSettings = { currency: 'SEK', payeeTakesTwo: false, dutiesOffReason: null };

export async function readDeskSettings(db: Db, company: CompanyId): Promise<DeskSettings> {
  const { rows } = await db.query<DeskSettings>({
    name: 'read-desk-settings',
    text: `SELECT currency, payee_takes_two AS "payeeTakesTwo", duties_off_reason AS "dutiesOffReason"
           FROM desk_settings WHERE company_id = $1`,
    values: [company],
  });
  return rows[0] ?? defaults;
}

export async function writeDeskSettings(tx: Db, company: CompanyId, settings: DeskSettings, now: Date): Promise<void> {
  await tx.query({
    name: 'write-desk-settings',
    text: `INSERT INTO desk_settings (company_id, currency, payee_takes_two, duties_off_reason, updated_at) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (company_id) DO UPDATE
           SET currency = excluded.currency, payee_takes_two = excluded.payee_takes_two,
               duties_off_reason = excluded.duties_off_reason, updated_at = excluded.updated_at`,
    values: [company, settings.currency, settings.payeeTakesTwo, settings.dutiesOffReason, now],
  });
}
