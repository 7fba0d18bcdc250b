import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ownDatabaseForThisTest } from './database.ts';
import type { Db } from '../ground/db/pool.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { migrationsFolder } from '../package.ts';

/** `migration`, such as 0011, and later ones are not run. */
export async function databaseBefore(migration: string) {
  const database = await ownDatabaseForThisTest('It has the schema of an earlier version.', 'template0');
  const pool = createPool({ connection: database.connection, size: 2, onIdleError: () => undefined });
  onTestFinished(() => pool.end());
  await migrateBefore(pool, migration);
  return { ...database, pool };
}

/** In an empty database. */
export async function migrateBefore(db: Db, migration: string): Promise<void> {
  await db.query(
    'CREATE TABLE migrations (id serial PRIMARY KEY, name varchar(255) NOT NULL, run_on timestamp NOT NULL)',
  );
  for (const file of (await readdir(migrationsFolder)).sort().filter((name) => name < migration)) {
    await db.query(await readFile(join(migrationsFolder, file), 'utf8'));
    await db.query('INSERT INTO migrations (name, run_on) VALUES ($1, now())', [file.replace('.sql', '')]);
  }
}
