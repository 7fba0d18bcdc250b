import type { CompanyId, Db } from '../ground/db/pool.ts';

/** The names of some operators who may approve invoices of a company and are not among `except`; approvers come before administrators. */
export async function approversOf(
  db: Db,
  company: CompanyId,
  except: readonly string[],
  most: number,
): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>({
    name: 'approvers-of-company',
    text: `SELECT name FROM operators
           WHERE id <> ALL ($2) AND disabled_at IS NULL AND password_hash IS NOT NULL AND (administrator OR EXISTS (
             SELECT FROM operator_companies WHERE company_id = $1 AND operator_id = operators.id AND role = 'approver'))
           ORDER BY administrator, name, id LIMIT $3`,
    values: [company, except, most],
  });
  return rows.map(({ name }) => name);
}
