import { readTables, quoted } from '../ground/db/tables.ts';
import { noCompany, type Pool } from '../ground/db/pool.ts';

/** Tables without a column company_id whose rows tests make. */
const withoutCompany = [
  'companies',
  'directories',
  'invitations',
  'operator_factors',
  'operator_identities',
  'operator_sessions',
  'operator_tokens',
  'operators',
  'recovery_codes',
  'sign_in_steps',
  'sign_in_tries',
];

let tables: string[] | undefined;

/**
 * Removes all companies and operators, so that the next file begins as the first one did. The statements are one
 * message, and so one transaction.
 */
export async function clearCompanies(pool: Pool): Promise<void> {
  tables ??= (await readTables(pool)).filter(({ ofCompany }) => ofCompany).map(({ name }) => name);
  await pool.query(
    [
      // Without it the tables would need an order, and the foreign keys would be checked row by row.
      'SET LOCAL session_replication_role = replica',
      ...tables.map((name) => `DELETE FROM ${quoted(name)} WHERE company_id <> '${noCompany}'`),
      ...withoutCompany.map((name) => `DELETE FROM ${name}`),
    ].join(';\n'),
  );
}
