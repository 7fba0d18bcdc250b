import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { migrationsFolder } from '../package.ts';

/**
 * Brings the schema up to date and names the migrations it ran. Any number of processes may call this at once:
 * one runs them while the others wait.
 */
export async function migrate(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client({ ...connection, application_name: 'doorway migrate' });
  await client.connect();
  try {
    const ran = await runner({
      dbClient: client,
      dir: migrationsFolder,
      direction: 'up',
      migrationsTable: 'migrations',
      advisoryLockMode: 'wait',
      log: () => undefined,
    });
    return ran.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
