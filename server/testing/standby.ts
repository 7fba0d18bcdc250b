import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openEmbedded, type EmbeddedDatabase } from '../ground/db/embedded/embedded.ts';
import { migratedDataDir } from './process.ts';

export interface Pair {
  primary: EmbeddedDatabase;
  standby: EmbeddedDatabase;
  /** Names both servers, the primary first. */
  url: string;
  promote(): Promise<void>;
}

export async function openPair(): Promise<Pair> {
  // Both are copies of one cluster, so the standby begins where the primary does.
  const [first, second] = [await migratedDataDir(), await migratedDataDir()];
  const settings = { shared_buffers: '16MB', max_wal_size: '128MB' };
  await writeFile(join(second, 'postgres', 'standby.signal'), '');
  await chmod(join(second, 'postgres', 'standby.signal'), 0o666);
  const primary = await openEmbedded({ dataDir: first, settings });
  const { host, port, user, database } = primary.connection;
  const standby = await openEmbedded({
    dataDir: second,
    settings: {
      ...settings,
      primary_conninfo: `host=${host} port=${port} user=${user}`,
      wal_retrieve_retry_interval: '200ms',
    },
  });
  return {
    primary,
    standby,
    url: `postgres://${user}@/${database}?host=${[host, standby.connection.host].map(encodeURIComponent).join(',')}&port=${port}&target_session_attrs=read-write`,
    promote: async () => {
      const client = new pg.Client({ ...standby.connection, ssl: false });
      await client.connect();
      await client.query('SELECT pg_promote()').finally(() => client.end());
    },
  };
}
