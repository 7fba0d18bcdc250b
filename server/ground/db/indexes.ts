import type { Db } from './pool.ts';
import { quoted } from './tables.ts';

/** Building an index from many rows takes a fraction of the time of inserting them one by one. */
const buildMemory = `SET LOCAL maintenance_work_mem = '128MB'`;

/**
 * Drops the indexes of the tables, except those of keys, and builds them again after the work. Call it in a
 * transaction, so that a failure leaves them as they were. Indexes of tables that another role owns stay.
 */
export async function withoutIndexes<T>(tx: Db, tables: readonly string[], work: () => Promise<T>): Promise<T> {
  const { rows } = await tx.query<{ name: string; definition: string }>(
    `SELECT relname AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE relnamespace = 'public'::regnamespace AND indrelid = ANY (
         SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($1)
           AND pg_has_role(relowner, 'USAGE'))
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
     ORDER BY relname`,
    [tables],
  );
  for (const { name } of rows) await tx.query(`DROP INDEX ${quoted(name)}`);
  const result = await work();
  await tx.query(buildMemory);
  for (const { definition } of rows) await tx.query(definition);
  return result;
}
