import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../ground/db/embedded/embedded.ts';
import { migrate } from '../ground/db/migrate.ts';
import { citusUrl, dropDatabasesOf } from './cluster-nodes.ts';
import { cheapPasswords, goodPassword } from './password.ts';
import { processorSecondsOf, reportCost } from './processor-time.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** All test files share this server; databases are cloned from its template. */
    postgres: { host: string; port: number; user: string };
    folder: string;
    passwordHash: string;
  }
}

const settings = {
  max_connections: '300',
  // The data is gone after the run. Tests of crash recovery start their own server.
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Tests search for statements by words far into them.
  track_activity_query_size: '16kB',
  deadlock_timeout: '100ms',
};

interface TestServer {
  connection: { host: string; port: number; user: string };
  folder: string;
  passwordHash: string;
  close(): Promise<void>;
}

async function start(): Promise<TestServer> {
  const folder = await mkdtemp(join(await placeOfFiles(), 'doorway-tests-'));
  // Under root PostgreSQL runs as another user, who must be able to pass through.
  await chmod(folder, 0o711);
  const [database, passwordHash] = await Promise.all([
    openEmbedded({ dataDir: folder, settings }),
    cheapPasswords.hash(goodPassword),
  ]);
  const { host, port, user } = database.connection;
  const client = new pg.Client({ ...database.connection });
  await client.connect();
  await client.query('CREATE DATABASE template_door');
  await client.end();
  await migrate({ ...database.connection, database: 'template_door' });
  return {
    connection: { host, port, user },
    folder,
    passwordHash,
    close: async () => {
      const [pid] = (await readFile(join(database.directory, 'postmaster.pid'), 'utf8')).split('\n');
      reportCost({ part: 'database', seconds: processorSecondsOf(Number(pid)) });
      // Workers and their browsers report theirs per file.
      const { user, system } = process.cpuUsage();
      reportCost({ part: 'vitest', seconds: (user + system) / 1e6 });
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const memory = '/dev/shm';
const bytesOfRun = 4 * 1024 ** 3;

/** A database is cloned in a sixth of the processor time if its 760 files are in memory. Containers often have too little. */
async function placeOfFiles(): Promise<string> {
  const found = await statfs(memory).catch(() => undefined);
  return found !== undefined && found.bavail * found.bsize >= bytesOfRun ? memory : tmpdir();
}

/** Vitest loads this file anew for each project; the projects share this object. */
interface Sharing {
  started?: Promise<TestServer>;
  projects: number;
}
const sharing: Sharing = ((globalThis as Record<symbol, unknown>)[Symbol.for('doorway: what the tests share')] ??= {
  projects: 0,
} satisfies Sharing) as Sharing;

/** One PostgreSQL for the whole run, with a migrated database to clone. The last project stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  sharing.projects += 1;
  const { connection, folder, passwordHash, close } = await (sharing.started ??= start());
  project.provide('postgres', connection);
  project.provide('folder', folder);
  project.provide('passwordHash', passwordHash);
  return async () => {
    sharing.projects -= 1;
    if (sharing.projects > 0) return;
    delete sharing.started;
    if (citusUrl !== undefined) await dropDatabasesOf(folder);
    await close();
  };
}
