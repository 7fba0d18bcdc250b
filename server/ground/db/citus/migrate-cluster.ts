import { placeTable, tablesToPlace } from './distribute.ts';
import { splitStatements } from './split-statements.ts';
import type { Db } from '../pool.ts';

/**
 * Citus takes one statement at a time. A new table is placed before anything is written to it. Returns the result of
 * the last statement.
 */
export async function runOneByOne(tx: Db, text: string): Promise<unknown> {
  let result: unknown;
  for (const statement of splitStatements(text)) {
    result = await tx.query(statement);
    if (/^CREATE TABLE\b/i.test(statement)) for (const table of await tablesToPlace(tx)) await placeTable(tx, table);
  }
  return result;
}
