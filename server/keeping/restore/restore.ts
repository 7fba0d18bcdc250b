import { beginRestore, type TargetDatabase } from './begin.ts';
import { restoreFiles, restoreKeyFile, type KeyFileOutcome } from './files.ts';
import { loadRows, rebuildProjections } from './load.ts';
import { lastMigration } from './schema.ts';
import { rebuiltTables, type Manifest, type BackedUpCompany } from '../archive/manifest.ts';
import type { BackupTarget } from '../archive/parts.ts';
import { verifyBackup, type VerifiedBackup } from '../archive/verify.ts';
import { clusterSettings } from '../../ground/db/citus/distribute.ts';
import { distributeOnCluster } from '../distribution.ts';
import { beginRun, endGoodRun } from '../runs-store.ts';
import { CommandError } from '../../errors/command-error.ts';
import { Client, type Connection } from '../../ground/db/connect/client.ts';
import { explainRights } from '../../ground/db/connect/rights.ts';
import { inTransaction, withClient } from '../../ground/db/connect/with-client.ts';
import { newId } from '../../ground/db/ids.ts';
import { isConstraintViolated, isDataRefused } from '../../ground/db/failures.ts';
import { withoutIndexes } from '../../ground/db/tables.ts';
import { migrate, migrationFiles } from '../../ground/db/migrate.ts';
import { createPool } from '../../ground/db/connect/create-pool.ts';
import { endUnfinished } from '../../ground/db/unfinished.ts';
import type { FileStore } from '../../ground/files/store.ts';
import { requireStore } from '../../files/verify.ts';
import { verifyChain } from '../../audit/actions.ts';
import { noCompany, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';

export interface RestoreDeps extends TargetDatabase {
  connection: Connection;
  backup: BackupTarget;
  manifest: Manifest;
  /** Undefined for a check: files are only verified, and no key is written. */
  store: { files: FileStore; dataDir: string } | undefined;
}

export type RestoreStage = 'verifying' | 'files' | 'rows' | 'lists';

export interface RestoreOptions {
  onProgress?: (stage: RestoreStage, done: number, total: number) => void;
  signal?: AbortSignal | undefined;
}

export interface RestoreOutcome {
  rows: number;
  jobs: number;
  /** Files that the store did not have. */
  copiedFiles: number;
  /** Undefined for a check. */
  keyFile: KeyFileOutcome | undefined;
  /** In words: rows that were wrong before the backup was taken. */
  problems: string[];
}

/**
 * Restores a backup into an empty database. Nothing is written before the whole backup is verified. A restore that was
 * interrupted continues.
 */
export const restoreBackup = (deps: RestoreDeps, options: RestoreOptions = {}): Promise<RestoreOutcome> =>
  restore(deps, options).catch((error: unknown) => {
    if (!isDataRefused(error) && !isConstraintViolated(error)) throw error;
    throw new CommandError(
      `The backup cannot be used: the database refuses its contents (${(error as Error).message}).`,
    );
  });

async function restore(deps: RestoreDeps, options: RestoreOptions): Promise<RestoreOutcome> {
  const { connection, backup, manifest, store } = deps;
  const { onProgress = () => undefined, signal } = options;
  const last = lastMigration(manifest, await migrationFiles());
  refuseDamaged(
    await verifyBackup(backup, manifest, { onProgress: (done, total) => onProgress('verifying', done, total), signal }),
  );
  if (store !== undefined) await requireStore(store.files);
  const source = `${backup.store.name}/${backup.folder}`;
  const work = await withOwnClient(deps, signal, (client) => beginRestore(client, source, manifest, deps));

  const copiedFiles =
    store === undefined
      ? 0
      : await restoreFiles(backup, manifest, store.files, {
          onFile: (done) => onProgress('files', done, manifest.files.count),
          signal,
        });
  const rows = sumOf(manifest, 'rows');
  if (!work.isLoaded) {
    await migrate(connection, { last, fills: true, signal });
    await withOwnClient(deps, signal, distributeOnCluster);
    let done = 0;
    await withOwnClient(deps, signal, (client) =>
      loadRows(client, backup, manifest, (count) => onProgress('rows', (done += count), 2 * rows)),
    );
  }
  await migrate(connection, { fills: true, signal });
  const keyFile = store && (await restoreKeyFile(backup, manifest, store.dataDir));
  const problems = await finish(deps, options);
  return { rows, jobs: sumOf(manifest, 'queue'), copiedFiles, keyFile, problems };
}

function refuseDamaged({ damaged, damagedCount }: VerifiedBackup): void {
  if (damagedCount === 0) return;
  const rest = damagedCount - damaged.length;
  const lines = damaged.map(({ message }) => message);
  throw new CommandError(
    [...lines, ...(rest > 0 ? [`… and ${rest} more objects.`] : []), 'Nothing was written.'].join('\n'),
  );
}

const sumOf = ({ parts }: Manifest, kind: Manifest['parts'][number]['kind']) =>
  parts.reduce((sum, part) => (part.kind === kind ? sum + part.count : sum), 0);

const withOwnClient = <T>(
  { connection }: RestoreDeps,
  signal: AbortSignal | undefined,
  work: (client: Client) => Promise<T>,
) =>
  withClient(connection, 'doorway restore', work, signal).catch((error: unknown) => {
    throw explainRights(error, 'migrating', new Client(connection));
  });

/** Lists and checks are repeated if the process is killed here; the mark of the unfinished restore goes last. */
async function finish(deps: RestoreDeps, { onProgress, signal }: RestoreOptions): Promise<string[]> {
  const { connection, manifest } = deps;
  await withOwnClient(deps, signal, (client) => fillLists(client, manifest, onProgress));
  const problems = await verify(connection, manifest);
  await withOwnClient(deps, signal, (client) =>
    inTransaction(client, async () => {
      await client.query('UPDATE doorway_versions SET installation = $1', [manifest.installation]);
      await recordRun(client, deps);
      await endUnfinished(client);
    }),
  );
  return problems;
}

const fillLists = (client: Client, { companies }: Manifest, onProgress: RestoreOptions['onProgress']) =>
  inTransaction(client, async () => {
    await client.query(clusterSettings);
    await withoutIndexes(client, rebuiltTables, async () => {
      for (const [at, { id }] of companies.entries()) {
        onProgress?.('lists', at, companies.length);
        await rebuildProjections(client, id);
      }
    });
  });

async function verify(connection: Connection, { companies }: Manifest): Promise<string[]> {
  const pool = createPool({ connection, size: 2, statementTimeoutMs: 0, onIdleError: () => undefined });
  try {
    return await problemsOf(pool, companies);
  } finally {
    await pool.end();
  }
}

/** The backup itself is a good one of this database, so nothing warns before the next one is due. */
async function recordRun(client: Client, { backup, manifest }: RestoreDeps): Promise<void> {
  const id = newId();
  await beginRun(client, { id, place: backup.store.name, name: manifest.name });
  await endGoodRun(client, id, {
    takenAt: new Date(manifest.takenAt),
    rows: sumOf(manifest, 'rows'),
    files: manifest.files.count,
    damagedFiles: manifest.damaged.length,
    storedBytes: manifest.parts.reduce((sum, { storedBytes }) => sum + storedBytes, 0),
  });
}

/**
 * Judges audit log and events of the restored rows, which are those of the backup. A problem was therefore there before,
 * and is no reason to stop: it is named, in words.
 */
export async function problemsOf(pool: Pool, companies: readonly BackedUpCompany[]): Promise<string[]> {
  const problems = [await problemOfAudit(pool, { id: noCompany, name: 'Outside of any company' })];
  for (const company of companies)
    problems.push(await problemOfAudit(pool, company), await problemOfEvents(pool, company));
  return problems.filter((problem) => problem !== undefined);
}

async function problemOfAudit(pool: Pool, { id, name }: { id: CompanyId; name: string }): Promise<string | undefined> {
  const { misfit } = await verifyChain(pool, id);
  return misfit && `${name}: the audit log does not fit at entry ${misfit.number}; doorway audit verify says more.`;
}

/** Events end with the number of the backup and have no gap after those that were removed because of their age. */
async function problemOfEvents(db: Db, { id, name, lastEvent }: BackedUpCompany): Promise<string | undefined> {
  const { rows } = await db.query<{ count: number; first: number | null; last: number | null; counter: number }>(
    `SELECT count(*)::float8 AS count, min(seq)::float8 AS first, max(seq)::float8 AS last,
            coalesce((SELECT event_seq FROM company_counters WHERE company_id = $1), 0)::float8 AS counter
     FROM events WHERE company_id = $1`,
    [id],
  );
  const { count = 0, first = null, last = null, counter } = rows[0] ?? {};
  const isWhole = first === null || last === null || (last === counter && count === last - first + 1);
  if (counter === lastEvent && isWhole) return undefined;
  return `${name}: the events do not fit. The backup ends with number ${lastEvent}, the counter is at ${counter}, and there are ${count} events from ${first} to ${last}.`;
}
