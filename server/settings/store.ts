import { writeDemands, writePartnersManageWebhooks, writeTimeZone } from '../companies/store.ts';
import type { WeakenedSetting } from '../decisions/proposals-store.ts';
import { stricter, type DeskSettings } from './rules.ts';
import { type CompanyId, type Db, onlyRowOf } from '../ground/db/pool.ts';
import { canAct, idsOfPersonIn, mayInCompany } from '../people/store.ts';

/** The settings as they apply to an operator. */
export interface OperatorSettings extends DeskSettings {
  /** Null if there is none. Administrators have none, whatever it is. */
  approvalLimit: string | null;
  /**
   * Settings that the operator, or another account of the same person, helped to weaken in the last 30 days. Empty if
   * nobody else can approve in the company.
   */
  weakened: readonly WeakenedSetting[];
}

/** SQL for the settings as they are, and those that the operator weakened. $1 is the company, $2 the operator or NULL. */
export const settingsOfOperator = `
  SELECT coalesce(currency, 'SEK') AS currency, coalesce(payee_takes_two, false) AS "payeeTakesTwo",
         duties_off_reason AS "dutiesOffReason",
         coalesce(preset_reasons, '{"reject": [], "ask": [], "release": [], "cancel": []}') AS "presetReasons",
         coalesce(coding_required, false) AS "codingRequired", companies.time_zone AS "timeZone", companies.second_factor AS "secondFactor", companies.passwords, companies.proofs,
         companies.mail_links AS "mailLinks",
         companies.partners_manage_webhooks AS "partnersManageWebhooks",
         (SELECT approval_limit::text FROM operator_companies
          WHERE operator_companies.company_id = $1 AND operator_id = $2) AS "approvalLimit",
         coalesce((
           SELECT jsonb_agg(jsonb_build_object('rule', rule, 'stricter', stricter)) FROM weakened_settings
           WHERE weakened_settings.company_id = $1 AND operators && ${idsOfPersonIn('$2::uuid')}
             AND changed_at > now() - interval '30 days'
             AND EXISTS (
               SELECT FROM operators AS other
               WHERE other.id <> ALL (${idsOfPersonIn('$2::uuid')}) AND ${canAct} AND ${mayInCompany('decide', 'other')})
         ), '[]') AS weakened
  FROM company_counters JOIN companies ON companies.id = company_counters.company_id LEFT JOIN desk_settings ON desk_settings.company_id = $1
  WHERE company_counters.company_id = $1`;

/** An operator who weakened a setting in the last 30 days still works by the stricter one. */
export const asApplied = (settings: OperatorSettings): OperatorSettings => ({
  ...settings,
  ...stricter(settings, settings.weakened),
});

async function read(db: Db, company: CompanyId, operatorId: string | null): Promise<OperatorSettings> {
  const values = [company, operatorId];
  return onlyRowOf<OperatorSettings>(db, { name: 'read-desk-settings', text: settingsOfOperator, values });
}

export async function readDeskSettings(db: Db, company: CompanyId): Promise<DeskSettings> {
  const { approvalLimit: _limit, weakened: _weakened, ...settings } = await read(db, company, null);
  return settings;
}

export const readSettingsFor = async (db: Db, company: CompanyId, operatorId: string): Promise<OperatorSettings> =>
  asApplied(await read(db, company, operatorId));

export async function writeDeskSettings(tx: Db, company: CompanyId, settings: DeskSettings, now: Date): Promise<void> {
  await tx.query({
    name: 'write-desk-settings',
    text: `INSERT INTO desk_settings (company_id, currency, payee_takes_two, duties_off_reason, preset_reasons, coding_required, updated_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (company_id) DO UPDATE
           SET currency = excluded.currency, payee_takes_two = excluded.payee_takes_two,
               duties_off_reason = excluded.duties_off_reason,
               preset_reasons = excluded.preset_reasons, coding_required = excluded.coding_required, updated_at = excluded.updated_at`,
    values: [
      company,
      settings.currency,
      settings.payeeTakesTwo,
      settings.dutiesOffReason,
      JSON.stringify(settings.presetReasons),
      settings.codingRequired,
      now,
    ],
  });
  await writeTimeZone(tx, company, settings.timeZone);
  await writeDemands(tx, company, settings);
  await writePartnersManageWebhooks(tx, company, settings.partnersManageWebhooks);
}
