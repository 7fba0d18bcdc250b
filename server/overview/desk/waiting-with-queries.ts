import type { Waiting } from './reports-rules.ts';
import { type Db, rowsOf } from '../../ground/db/pool.ts';
import { sql, type Sql } from '../../ground/db/sql.ts';
import { waitsForCompany } from '../../supplier-invoices/lists/filter-store.ts';

/** The names of the operators with whom the invoice `page` waits. */
export const namesWith = `ARRAY(SELECT name FROM operators WHERE operators.id = page.assigned_to)`;

/** How many of the open invoices wait with each operator and since when, without those that wait for the partner. */
export const waitingWith = (db: Db, open: Sql, now: Date): Promise<(Waiting & { id: string | null })[]> =>
  rowsOf(
    db,
    sql`SELECT assigned_to AS id, count(*)::integer AS waiting, min(created_at) AS since
        FROM (${open}) AS page WHERE ${waitsForCompany({ now })} GROUP BY assigned_to`,
  );
