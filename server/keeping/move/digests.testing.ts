import { connectTo, inTransaction } from './connections.ts';
import { digestOf, type RowsDigest } from '../digest.ts';
import { copyOut } from '../../ground/db/copy.ts';
import { readTables } from '../../ground/db/tables.ts';

/** Everything that a move brings over. Only PostgreSQL 18 lists NOT NULL among the constraints. */
export async function digestsOf(connection: Parameters<typeof connectTo>[0]) {
  const client = await connectTo(connection, undefined);
  try {
    return await inTransaction(client, 'READ WRITE', async () => {
      const digests: Record<string, RowsDigest> = {};
      for (const table of await readTables(client))
        if (!['migrations', 'doorway_versions'].includes(table.name))
          digests[table.name] = await digestOf(copyOut(client, table, undefined));
      const { rows } = (await client.query(
        `SELECT conname, pg_get_constraintdef(pg_constraint.oid) FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
         WHERE connamespace = 'public'::regnamespace AND contype <> 'n' ORDER BY 1, 2`,
      )) as { rows: object[] };
      const { rows: jobs } = (await client.query(
        'SELECT task_identifier, key, priority, run_at FROM graphile_worker.jobs',
      )) as { rows: object[] };
      return { digests, constraints: rows, jobs };
    });
  } finally {
    await client.end();
  }
}
