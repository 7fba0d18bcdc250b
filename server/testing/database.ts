import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, onTestFinished } from 'vitest';
import { faultyEvents } from './events.ts';

export type Template = 'template_door' | 'template0';

export interface TestDatabase {
  connection: { host: string; port: number; user: string; database: string };
  url: string;
  /** Fails if the tests recorded an event that does not match the catalogue. */
  drop(): Promise<void>;
}

/**
 * Why a test needs its own app or database rather than its own company. A sentence for the developer who wants to save
 * it.
 */
export type Reason = string;

/** For a test that starts processes. The default is a clone of the migrated template. */
export async function createTestDatabase(template: Template = 'template_door'): Promise<TestDatabase> {
  const postgres = inject('postgres');
  const database = `test_${randomBytes(6).toString('hex')}`;
  // Copying files takes a fifth of the time of writing them to the write-ahead log as well.
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

/** For a test that touches data shared by companies; the reason names the data. */
export const openOwnDatabase = (_reason: Reason, template?: Template): Promise<TestDatabase> =>
  createTestDatabase(template);

export const ownDatabaseForThisTest = (_reason: Reason, template?: Template): Promise<TestDatabase> =>
  databaseForThisTest(template);

/** For a test that starts processes. */
export async function databaseForThisTest(template?: Template): Promise<TestDatabase> {
  const database = await createTestDatabase(template);
  onTestFinished(() => database.drop());
  return database;
}
