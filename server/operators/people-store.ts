import type { CompanyId, Db } from '../ground/db/pool.ts';

/** An operator as others see one. */
export interface Person {
  id: string;
  name: string;
}

/** Those among these operators who may enter a company, in the order of the ids that are given. */
export async function peopleOf(db: Db, company: CompanyId, ids: readonly string[]): Promise<Person[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query<Person>({
    name: 'people-of-company',
    text: `SELECT id, name FROM operators
           WHERE id = ANY ($2) AND disabled_at IS NULL AND NOT system AND (administrator OR EXISTS (
             SELECT FROM operator_companies WHERE company_id = $1 AND operator_id = operators.id))
           ORDER BY array_position($2, id)`,
    values: [company, ids],
  });
  return rows;
}
