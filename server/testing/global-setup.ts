import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../ground/db/embedded/embedded.ts';
import { migrate } from '../ground/db/migrate.ts';
import { hashPassword } from '../operators/passwords.ts';
import { goodPassword } from './password.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that all test files share; each makes databases of its own from the template. */
    postgres: { host: string; port: number; user: string };
    /** Of the good password: deriving it takes half a second, so that is done once for all files. */
    passwordHash: string;
  }
}

const settings = {
  max_connections: '300',
  // What it holds is gone after the run. Tests of what survives a crash start a server of their own.
  fsync: 'off',
  full_page_writes: 'off',
  // Tests look for a statement by words that may stand far into it.
  track_activity_query_size: '16kB',
  // A deadlock is found sooner than in a second.
  deadlock_timeout: '100ms',
};

/** One PostgreSQL for the whole run, with a migrated database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorway-tests-'));
  // Under root PostgreSQL runs as another user, who must be able to pass.
  await chmod(dataDir, 0o711);
  const [database, hash] = await Promise.all([openEmbedded({ dataDir, settings }), hashPassword(goodPassword)]);
  const { host, port, user } = database.connection;
  const client = new pg.Client({ ...database.connection });
  await client.connect();
  await client.query('CREATE DATABASE template_door');
  await client.end();
  await migrate({ ...database.connection, database: 'template_door' });
  project.provide('postgres', { host, port, user });
  project.provide('passwordHash', hash);
  return async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}
