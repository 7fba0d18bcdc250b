import { realpath, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Connection } from '../../ground/db/connect/client.ts';
import { openEmbedded } from '../../ground/db/embedded/embedded.ts';
import { isAlive } from '../../ground/db/embedded/leftovers.ts';
import { ifMissing, namesIn } from '../../ground/files/folders.ts';

/** The server is thrown away, so a crash may destroy it. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  autovacuum: 'off',
};

const prefix = 'restore-check-';

/**
 * A PostgreSQL of its own in DATA_DIR: it needs no rights on the server of DATABASE_URL, and does not slow down the
 * service. A check that was killed leaves its folder, which the next one removes.
 */
export async function withScratchDatabase<T>(
  dataDir: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  await removeLeftovers(dataDir);
  const folder = join(dataDir, `${prefix}${process.pid}`);
  try {
    const database = await openEmbedded({ dataDir: folder, settings });
    return await work({ ...database.connection, ssl: false }).finally(() => database.close());
  } finally {
    await removeFolder(folder);
  }
}

async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await namesIn(dataDir, /^restore-check-\d{1,10}$/)) {
    const pid = Number(name.slice(prefix.length));
    if (pid !== process.pid && isAlive(pid)) continue;
    const folder = join(dataDir, name);
    await stopServer(folder);
    await removeFolder(folder);
  }
}

/** The last process that uses a server stops it. One that cannot be used does not run. */
async function stopServer(folder: string): Promise<void> {
  if ((await namesIn(join(folder, 'postgres'), /^postmaster\.pid$/)).length === 0) return;
  const database = await openEmbedded({ dataDir: folder }).catch(() => undefined);
  await database?.close();
}

/** Under root the database may be in another folder, to which there is a link. */
async function removeFolder(folder: string): Promise<void> {
  const directory = await realpath(join(folder, 'postgres')).catch(ifMissing(undefined));
  if (directory !== undefined) {
    await rm(directory, { recursive: true, force: true });
    await rmdir(dirname(directory)).catch(() => undefined);
  }
  await rm(folder, { recursive: true, force: true });
}
