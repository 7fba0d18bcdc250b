import { rowsOf } from '../../ground/db/pool.ts';
import { areSame, digesting, digestOf } from '../digest.ts';
import { inTransaction, snapshotMode } from './connections.ts';
import { passOn, type OpenMove } from './transfer.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Client } from '../../ground/db/connect/client.ts';
import { copyOutByKey, deleteByKey } from '../../ground/db/copy.ts';
import { moveSchema } from '../../ground/db/moved.ts';
import type { Table } from '../../ground/db/tables.ts';

const pageSize = 1_000;

interface KeyPage {
  table: Table;
  /** An array in JSON. */
  keys: string;
  count: number;
}

/**
 * Brings the target to the state of the source's snapshot: `work` then reads that snapshot. Returns the number of
 * changed rows. Repeating a round that was cut off is harmless.
 */
export async function followTo(move: OpenMove, work?: () => Promise<void>): Promise<number> {
  const { source, target } = move;
  const { snapshot, changed } = await inTransaction(source, snapshotMode, async () => {
    const rows = await rowsOf<{ snapshot: string }>(source, 'SELECT pg_current_snapshot()::text AS snapshot');
    const changed = await inTransaction(target, 'READ WRITE', () => applyChanges(move));
    await work?.();
    return { snapshot: rows[0]?.snapshot, changed };
  });
  await inTransaction(source, 'READ WRITE', () =>
    source.query(`DELETE FROM ${moveSchema}.changes WHERE pg_visible_in_snapshot(xact, $1::pg_snapshot)`, [snapshot]),
  );
  return changed;
}

/**
 * Copies the logged rows as the source's transaction sees them, and compares what has arrived. All of them are deleted
 * before the first is inserted: a row may have the unique value that another has given up.
 */
export async function applyChanges(move: OpenMove): Promise<number> {
  const { source, target, tables } = move;
  let changed = 0;
  for await (const { table, keys } of changedKeys(source, tables)) await deleteByKey(target, table, keys);
  for await (const { table, keys, count } of changedKeys(source, tables)) {
    changed += count;
    const sent = digesting();
    await passOn(move, copyOutByKey(source, table, keys), sent, table);
    if (!areSame(sent.digest(), await digestOf(copyOutByKey(target, table, keys))))
      throw new CommandError(`Changed rows of ${table.name} did not arrive as they were sent.`);
  }
  return changed;
}

async function* changedKeys(source: Client, tables: Table[]): AsyncGenerator<KeyPage> {
  await source.query(
    `DECLARE changed CURSOR FOR SELECT relation, key::text FROM ${moveSchema}.changes GROUP BY relation, key ORDER BY relation`,
  );
  for (;;) {
    const rows = await rowsOf<{ relation: string; key: string }>(source, `FETCH ${pageSize} FROM changed`);
    if (rows.length === 0) break;
    for (const relation of new Set(rows.map((row) => row.relation))) {
      const keys = rows.filter((row) => row.relation === relation).map(({ key }) => key);
      const table = tables.find(({ name }) => name === relation) as Table;
      yield { table, keys: `[${keys.join(',')}]`, count: keys.length };
    }
  }
  await source.query('CLOSE changed');
}
