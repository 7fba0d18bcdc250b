import { defaultZone } from '../../common/days.ts';
import { CommandError } from '../errors/command-error.ts';
import { stepCounters } from '../events/counters.ts';
import type { Demands, StoredDemands, WeakenedDemand } from '../people/demands.ts';
import { type CompanyId, type Db, execute, onlyRowOf, rowOf, rowsOf, touchesRow, valueOf } from '../ground/db/pool.ts';

export interface NamedRecord<Id = string> {
  id: Id;
  name: string;
}

export const findCompany = (db: Db, name: string): Promise<NamedRecord<CompanyId> | undefined> =>
  rowOf(db, 'SELECT id, name FROM companies WHERE name = $1', [name]);

/** SQL: what a company demands of an operator's session. */
export const demandsOfCompany = `jsonb_build_object(
  'secondFactor', companies.second_factor, 'passwords', companies.passwords, 'proofs', companies.proofs,
  'mailLinks', companies.mail_links, 'weakened', companies.weakened_demands)`;

/** Undefined if the company does not exist. */
export const findDemands = (db: Db, id: string): Promise<StoredDemands | undefined> =>
  valueOf(db, {
    name: 'find-demands',
    text: `SELECT ${demandsOfCompany} AS demands FROM companies WHERE id = $1`,
    values: [id],
  });

export const writeDemands = (tx: Db, id: CompanyId, demands: Demands): Promise<void> =>
  execute(
    tx,
    `UPDATE companies SET second_factor = $2, passwords = $3, proofs = $4, mail_links = $5
     WHERE id = $1 AND (second_factor <> $2 OR passwords <> $3 OR proofs <> $4 OR mail_links <> $5)`,
    [id, demands.secondFactor, demands.passwords, demands.proofs, demands.mailLinks],
  );

export const writePartnersManageWebhooks = (tx: Db, id: CompanyId, isOn: boolean): Promise<void> =>
  execute(tx, 'UPDATE companies SET partners_manage_webhooks = $2 WHERE id = $1 AND partners_manage_webhooks <> $2', [
    id,
    isOn,
  ]);

/** What any company demands of its administrators. */
export const findDemandsOfAll = (db: Db): Promise<Omit<Demands, 'proofs'>> =>
  onlyRowOf(db, {
    name: 'find-demands-of-all',
    text: `SELECT CASE WHEN bool_or(second_factor <> 'nobody') THEN 'administrators' ELSE 'nobody' END AS "secondFactor",
                  CASE WHEN bool_or(passwords = 'off') THEN 'off' ELSE 'on' END AS passwords,
                  CASE WHEN bool_or(mail_links = 'off') THEN 'off' ELSE 'on' END AS "mailLinks" FROM companies`,
  });

/** Those that have ended are removed. */
export const noteWeakenedDemands = (
  tx: Db,
  id: CompanyId,
  weakened: readonly WeakenedDemand[],
  now: Date,
): Promise<void> =>
  execute(
    tx,
    `UPDATE companies SET weakened_demands = $2::jsonb || coalesce((
       SELECT jsonb_agg(one) FROM jsonb_array_elements(weakened_demands) AS one WHERE one ->> 'until' > $3), '[]')
     WHERE id = $1`,
    [id, JSON.stringify(weakened), now.toISOString()],
  );

export const isSandbox = (db: Db, company: CompanyId): Promise<boolean> =>
  touchesRow(db, 'SELECT FROM companies WHERE id = $1 AND sandbox_of IS NOT NULL', [company]);

/** Empty if it does not exist. */
export async function readCompanyName(db: Db, id: string): Promise<string> {
  const name = await valueOf<string>(db, {
    name: 'read-company-name',
    text: 'SELECT name FROM companies WHERE id = $1',
    values: [id],
  });
  return name ?? '';
}

export async function readTimeZone(db: Db, id: CompanyId): Promise<string> {
  const zone = await valueOf<string>(db, {
    name: 'read-time-zone',
    text: 'SELECT time_zone AS zone FROM companies WHERE id = $1',
    values: [id],
  });
  return zone ?? defaultZone;
}

/** Days that are stored stay as they are. */
export async function writeTimeZone(tx: Db, id: CompanyId, zone: string): Promise<void> {
  const { rowCount } = await tx.query('UPDATE companies SET time_zone = $2 WHERE id = $1 AND time_zone <> $2', [
    id,
    zone,
  ]);
  if (rowCount === 1) await stepCounters(tx, id, { judging: 1 });
}

export const listCompanies = (db: Db): Promise<NamedRecord<CompanyId>[]> =>
  rowsOf(db, 'SELECT id, name FROM companies ORDER BY name');

/** Without sandboxes: nobody gets mail about what is not real. */
export const companyNames = async (db: Db): Promise<Map<string, string>> =>
  new Map((await listCompanies(db)).map(({ id, name }) => [id, name]));

export const listRealCompanies = (db: Db): Promise<NamedRecord<CompanyId>[]> =>
  rowsOf(db, 'SELECT id, name FROM companies WHERE sandbox_of IS NULL ORDER BY name');

export async function insertCompany(tx: Db, { id, name }: NamedRecord, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO companies (id, name, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [id, name, now],
  );
  if (rowCount === 1) await tx.query('INSERT INTO company_counters (company_id) VALUES ($1)', [id]);
  return rowCount === 1;
}

export async function requireCompany(db: Db, name: string): Promise<CompanyId> {
  const company = await findCompany(db, name.trim());
  if (company !== undefined) return company.id;
  const names = (await listCompanies(db)).map((known) => known.name);
  const known = names.length === 0 ? 'There are no companies yet' : `There are: ${names.join(', ')}`;
  throw new CommandError(
    `There is no company ${JSON.stringify(name)}. ${known}. doorway token create --new-company makes one.`,
  );
}
