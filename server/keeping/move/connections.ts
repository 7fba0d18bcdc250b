import { inTransaction, snapshotMode } from './connect.ts';
import type { Client } from '../../ground/db/connect/client.ts';
import type { CompanyId } from '../../ground/db/pool.ts';
import type { Table } from '../../ground/db/tables.ts';

/** A connection to each database, for work beside other pairs. */
export interface MoveConnections {
  source: Client;
  target: Client;
}

/** The rows of a company, or all rows of a table without companies. */
export interface Portion {
  table: Table;
  company: CompanyId | undefined;
}

/** Each pair takes the next portion until none is left. The first failure ends all pairs. */
export async function forEachPortion(
  pairs: readonly MoveConnections[],
  portions: readonly Portion[],
  work: (pair: MoveConnections, next: () => Portion | undefined) => Promise<void>,
): Promise<void> {
  const rest = [...portions];
  const stop = () => {
    rest.length = 0;
    for (const { source, target } of pairs) for (const { connection } of [source, target]) connection.stream.destroy();
  };
  const ends = pairs.map((pair) => work(pair, () => rest.shift()));
  try {
    await Promise.all(ends);
  } catch (error) {
    stop();
    await Promise.allSettled(ends);
    throw error;
  }
}

/** All pairs read what the transaction of `source` sees. */
export async function exportSnapshot(
  source: Client,
): Promise<(pair: MoveConnections, work: () => Promise<void>) => Promise<void>> {
  const { rows } = (await source.query('SELECT pg_export_snapshot() AS name')) as { rows: { name: string }[] };
  const name = source.escapeLiteral(rows[0]?.name as string);
  return (pair, work) =>
    inTransaction(pair.source, snapshotMode, async () => {
      await pair.source.query(`SET TRANSACTION SNAPSHOT ${name}`);
      await work();
    });
}
