import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, onTestFinished } from 'vitest';
import { faultyEvents } from './events.ts';

export interface TestDatabase {
  connection: { host: string; port: number; user: string; database: string };
  /** The same as an address, for a process of its own. */
  url: string;
  /** Fails where the tests have recorded an event that is not as the catalogue says. */
  drop(): Promise<void>;
}

/** A database of one's own, cloned from the migrated template; or an empty one. */
export async function createTestDatabase(
  template: 'template_door' | 'template0' = 'template_door',
): Promise<TestDatabase> {
  const postgres = inject('postgres');
  const database = `test_${randomBytes(6).toString('hex')}`;
  // Copying the files takes a fifth of the time that writing them to the log as well would take.
  await administer(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const connection = { ...postgres, database };
  return {
    connection,
    url: `postgres://${postgres.user}@/${database}?host=${encodeURIComponent(postgres.host)}&port=${postgres.port}`,
    drop: async () => {
      const faults = await faultyEvents(connection).finally(() => administer(`DROP DATABASE ${database} WITH (FORCE)`));
      expect(faults, 'events that are not as the catalogue says').toEqual([]);
    },
  };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The same, dropped when the running test ends. */
export async function databaseForThisTest(template?: 'template_door' | 'template0'): Promise<TestDatabase> {
  const database = await createTestDatabase(template);
  onTestFinished(() => database.drop());
  return database;
}
