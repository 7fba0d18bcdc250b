import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../db/embedded/embedded.ts';
import { migrate } from '../db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that all test files share; each makes databases of its own from the template. */
    postgres: { host: string; port: number; user: string };
  }
}

/** One PostgreSQL for the whole run, with a migrated database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorway-tests-'));
  // Under root PostgreSQL runs as another user, who must be able to pass.
  await chmod(dataDir, 0o711);
  const database = await openEmbedded({ dataDir, settings: { max_connections: '300' } });
  const { host, port, user } = database.connection;
  const client = new pg.Client({ ...database.connection });
  await client.connect();
  await client.query('CREATE DATABASE template_door');
  await client.end();
  await migrate({ ...database.connection, database: 'template_door' });
  project.provide('postgres', { host, port, user });
  return async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}
