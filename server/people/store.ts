import { type CompanyId, type Db, columnOf, rowsOf } from '../ground/db/pool.ts';
import { linkObstacleOf, type Person, type UnprovenOperator } from './two-people.ts';
import { conflict } from '../errors/errors.ts';

/**
 * An operator has the same role in the sandboxes of a company. A system, such as bookkeeping, must not read what is not
 * real.
 */
export const companiesOfOperators = `operator_companies JOIN companies
  ON companies.id = company_id OR (companies.sandbox_of = company_id AND role <> 'system')`;

/** Returns only operators who may enter the company, in the order of `ids`. */
export async function peopleOf(db: Db, company: CompanyId, ids: readonly string[]): Promise<Person[]> {
  if (ids.length === 0) return [];
  return rowsOf<Person>(db, {
    name: 'people-of-company',
    text: `SELECT id, name FROM operators
           WHERE id = ANY ($2) AND disabled_at IS NULL AND NOT system AND (administrator OR EXISTS (
             SELECT FROM operator_companies WHERE company_id = $1 AND operator_id = operators.id))
           ORDER BY array_position($2, id)`,
    values: [company, ids],
  });
}

/** Approvers come before administrators. */
export const approversOf = (db: Db, company: CompanyId, except: readonly string[], limit: number): Promise<string[]> =>
  columnOf(db, {
    name: 'approvers-of-company',
    text: `SELECT name FROM operators
           WHERE id <> ALL ($2) AND disabled_at IS NULL AND password_hash IS NOT NULL AND (administrator OR EXISTS (
             SELECT FROM operator_companies WHERE company_id = $1 AND operator_id = operators.id AND role = 'approver'))
           ORDER BY administrator, name, id LIMIT $3`,
    values: [company, except, limit],
  });

/**
 * SQL: operators who chose their password through a link that was shown to somebody else, less than a day ago: that
 * person may have used it. The database's clock decides, as it did when the link was used.
 */
export const unprovenOperators = `
  SELECT id, name, shown_link_used_at + interval '1 day' AS until FROM operators
  WHERE shown_link_used_at > now() - interval '1 day' ORDER BY id`;

export const readUnproven = async (db: Db): Promise<UnprovenOperator[]> =>
  rowsOf<UnprovenOperator>(db, { name: 'read-unproven-operators', text: unprovenOperators });

/** Every decision that takes two people calls this for the second one. */
export async function requireTwoPeople(tx: Db, firstId: string, secondId: string): Promise<void> {
  const obstacle = linkObstacleOf(await readUnproven(tx), secondId, [firstId]);
  if (obstacle !== undefined) throw conflict('decision.refused', { why: obstacle.code, ...obstacle.parameters });
}
