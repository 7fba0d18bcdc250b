import { readTimeZone, writeTimeZone } from '../access/store.ts';
import { readWeakenedBy } from '../decisions/proposals-store.ts';
import { stricter, type DeskSettings } from './rules.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

const defaults = { currency: 'SEK', payeeTakesTwo: false, dutiesOffReason: null };

export async function readDeskSettings(db: Db, company: CompanyId): Promise<DeskSettings> {
  const { rows } = await db.query<Omit<DeskSettings, 'timeZone'>>({
    name: 'read-desk-settings',
    text: `SELECT currency, payee_takes_two AS "payeeTakesTwo", duties_off_reason AS "dutiesOffReason"
           FROM desk_settings WHERE company_id = $1`,
    values: [company],
  });
  return { ...(rows[0] ?? defaults), timeZone: await readTimeZone(db, company) };
}

/** An operator who weakened a setting in the last 30 days still works by the stricter one. */
export async function readSettingsFor(db: Db, company: CompanyId, operatorId: string): Promise<DeskSettings> {
  const settings = await readDeskSettings(db, company);
  return stricter(settings, await readWeakenedBy(db, company, operatorId));
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
  await writeTimeZone(tx, company, settings.timeZone);
}
