import { type CompanyId, type Db, rowOf, rowsOf, touchesRow, valueOf, execute } from '../ground/db/pool.ts';

export interface View {
  id: string;
  list: string;
  name: string;
  query: Readonly<Record<string, string>>;
  shared: boolean;
}

export interface KeptView extends View {
  operatorId: string;
  /** The owner's current name. */
  operatorName: string | null;
}

const columns = `
  id, list, name, query, shared, operator_id AS "operatorId",
  (SELECT name FROM operators WHERE operators.id = operator_id) AS "operatorName"`;

/** The operator's own views and those that others share, sorted by name. */
export const readViews = (db: Db, company: CompanyId, operatorId: string, list: string): Promise<KeptView[]> =>
  rowsOf(db, {
    name: 'read-views',
    text: `SELECT ${columns} FROM saved_views
           WHERE company_id = $1 AND list = $3 AND (operator_id = $2 OR shared) ORDER BY lower(saved_views.name), id LIMIT 1000`,
    values: [company, operatorId, list],
  });

export const readView = (db: Db, company: CompanyId, operatorId: string, id: string): Promise<KeptView | undefined> =>
  rowOf(db, {
    name: 'read-view',
    text: `SELECT ${columns} FROM saved_views WHERE company_id = $1 AND id = $3 AND (operator_id = $2 OR shared)`,
    values: [company, operatorId, id],
  });

export async function countViews(db: Db, company: CompanyId, operatorId: string, list: string): Promise<number> {
  const many = await valueOf<number>(db, {
    name: 'count-views',
    text: 'SELECT count(*)::integer AS many FROM saved_views WHERE company_id = $1 AND operator_id = $2 AND list = $3',
    values: [company, operatorId, list],
  });
  return many ?? 0;
}

/** False if the operator already has a view of the list with this name. */
export const insertView = (tx: Db, company: CompanyId, operatorId: string, view: View, now: Date): Promise<boolean> =>
  touchesRow(tx, {
    name: 'insert-view',
    text: `INSERT INTO saved_views (company_id, id, operator_id, list, name, query, shared, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    values: [company, view.id, operatorId, view.list, view.name, view.query, view.shared, now],
  });

/** False if the owner has another view of the list with this name. */
export const updateView = (tx: Db, company: CompanyId, view: KeptView): Promise<boolean> =>
  touchesRow(tx, {
    name: 'update-view',
    text: `UPDATE saved_views SET name = $3, query = $4, shared = $5
           WHERE company_id = $1 AND id = $2 AND NOT EXISTS (
             SELECT FROM saved_views AS other
             WHERE other.company_id = $1 AND other.operator_id = $6 AND other.list = $7 AND other.name = $3 AND other.id <> $2)`,
    values: [company, view.id, view.name, view.query, view.shared, view.operatorId, view.list],
  });

export const deleteView = (tx: Db, company: CompanyId, id: string): Promise<void> =>
  execute(tx, {
    name: 'delete-view',
    text: 'DELETE FROM saved_views WHERE company_id = $1 AND id = $2',
    values: [company, id],
  });
