import { setTimeout as sleep } from 'node:timers/promises';
import type { Manifest } from '../archive/manifest.ts';
import { ownTables } from '../archive/manifest.ts';
import { refuseWorker } from '../distribution.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Client } from '../../ground/db/connect/client.ts';
import { inTransaction } from '../../ground/db/connect/with-client.ts';
import { lockMigrations, migrationsOf } from '../../ground/db/migrate.ts';
import { type Db, touchesRow, valueOf } from '../../ground/db/pool.ts';
import { readTables } from '../../ground/db/tables.ts';
import { beginUnfinished, readUnfinished, refuseUnfinished, type UnfinishedWork } from '../../ground/db/unfinished.ts';

export interface TargetDatabase {
  /** The folder of the embedded database; undefined with DATABASE_URL. */
  embeddedIn: string | undefined;
}

/**
 * Marks an empty database as unfinished, or finds that it was marked by the same restore before. From then on no
 * service can start on it.
 */
export async function beginRestore(
  client: Client,
  source: string,
  manifest: Manifest,
  target: TargetDatabase,
): Promise<UnfinishedWork> {
  await refuseEncoding(client);
  await refuseWorker(client, 'The database');
  const work = await inTransaction(client, async () => {
    await lockMigrations(client);
    const known = await readUnfinished(client);
    if (known?.kind === 'restore' && known.source === source) return known;
    await refuseUnfinished(client);
    await refuseFilled(client, manifest, target);
    const begun = { kind: 'restore' as const, source, beganAt: new Date() };
    await beginUnfinished(client, begun);
    return { ...begun, isLoaded: false };
  });
  await waitForOthers(client);
  return work;
}

async function refuseEncoding(db: Db): Promise<void> {
  const encoding = await valueOf<string>(db, `SELECT current_setting('server_encoding') AS encoding`);
  if (encoding !== 'UTF8')
    throw new CommandError(
      `The database has the encoding ${encoding}. Create one with ENCODING UTF8 and TEMPLATE template0, and set DATABASE_URL to it.`,
    );
}

async function refuseFilled(db: Db, { migrations, version }: Manifest, target: TargetDatabase): Promise<void> {
  const tables = (await readTables(db)).map(({ name }) => name);
  if (tables.length === 0) return;
  const { ran } = await migrationsOf(db);
  if (ran === undefined)
    throw new CommandError(`The database has tables of another program: ${some(tables)}. ${otherDatabase(target)}`);
  const filled = await withRows(db, tables);
  if (filled.length > 0)
    throw new CommandError(
      `The database is not empty: there are rows in ${some(filled)}. A service that has started once has written some, those of the demo company too. ${otherDatabase(target)}`,
    );
  if (ran.some((name) => !migrations.includes(name)))
    throw new CommandError(
      `The database has no rows, but its tables are newer than those of the backup, which was taken by Doorway ${version}. ${otherDatabase(target)}`,
    );
}

async function withRows(db: Db, tables: string[]): Promise<string[]> {
  const filled: string[] = [];
  for (const table of tables) {
    if (ownTables.includes(table)) continue;
    if (await touchesRow(db, `SELECT FROM "${table}" LIMIT 1`)) filled.push(table);
  }
  return filled;
}

const some = (names: string[]) =>
  names.slice(0, 3).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more tables` : '');

const otherDatabase = ({ embeddedIn }: TargetDatabase) =>
  embeddedIn === undefined
    ? 'Create an empty database, set DATABASE_URL to it, and run the command again.'
    : `Stop the service and set DATA_DIR to a new folder, or move ${embeddedIn} elsewhere, and run the command again.`;

const maxWaitMs = 20_000;

/** A service that started just before the mark, or the last statement of a killed restore, may still be at work. */
async function waitForOthers(db: Db): Promise<void> {
  for (const deadline = Date.now() + maxWaitMs; ; await sleep(200)) {
    const { rows } = await db.query<{ name: string }>(
      `SELECT DISTINCT application_name AS name FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name ~ '^doorway'`,
    );
    if (rows.length === 0) return;
    if (Date.now() > deadline)
      throw new CommandError(
        `Another process of Doorway uses this database (${rows.map(({ name }) => name).join(', ')}). Stop it, and run the command again.`,
        2,
      );
  }
}
