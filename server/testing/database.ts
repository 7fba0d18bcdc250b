import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, onTestFinished } from 'vitest';
import { faultyEvents } from './events.ts';

export type Template = 'template_door' | 'template0';

export interface TestDatabase {
  connection: { host: string; port: number; user: string; database: string };
  /** The same as an address, for a process of its own. */
  url: string;
  /** Fails where the tests have recorded an event that is not as the catalogue says. */
  drop(): Promise<void>;
}

/** Why a test needs an app or a database of its own, and not only a company: a sentence for who would like to save it. */
export type Reason = string;

/** A database cloned from the migrated template, or an empty one, for a test that starts processes. */
export async function createTestDatabase(template: Template = 'template_door'): Promise<TestDatabase> {
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

/** A database of its own, for a test that touches what companies share; the reason says what that is. */
export const openOwnDatabase = (_reason: Reason, template?: Template): Promise<TestDatabase> =>
  createTestDatabase(template);

/** The same, dropped when the running test ends. */
export const ownDatabaseForThisTest = (_reason: Reason, template?: Template): Promise<TestDatabase> =>
  databaseForThisTest(template);

/** A database for a test that starts processes, dropped when the running test ends. */
export async function databaseForThisTest(template?: Template): Promise<TestDatabase> {
  const database = await createTestDatabase(template);
  onTestFinished(() => database.drop());
  return database;
}
