import type { Connection } from '../ground/db/connect/client.ts';
import { withClient } from '../ground/db/connect/with-client.ts';
import { readTables } from '../ground/db/tables.ts';

/** The number of rows of each table and the MD5 of all their columns, also of generated ones. */
export const digestsOf = (connection: Connection): Promise<Record<string, string>> =>
  withClient(connection, 'test', async (client) => {
    const digests: Record<string, string> = {};
    for (const { name } of await readTables(client)) {
      const { rows: columns } = (await client.query(
        `SELECT attname AS column FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attname`,
        [name],
      )) as { rows: { column: string }[] };
      const { rows } = (await client.query(
        `SELECT count(*) || ' rows, ' || md5(coalesce(string_agg(row, chr(10) ORDER BY row COLLATE "C"), '')) AS digest
         FROM (SELECT ARRAY[${columns.map(({ column }) => `"${column}"::text`).join(', ')}]::text AS row FROM ${name}) AS listed`,
      )) as { rows: { digest: string }[] };
      digests[name] = rows[0]?.digest as string;
    }
    return digests;
  });
