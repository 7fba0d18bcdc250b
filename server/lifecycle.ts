import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { listCompanies } from './companies/store.ts';
import type { Config } from './config.ts';
import { CommandError } from './errors/command-error.ts';
import { createFollowers, type Followers } from './events/followers.ts';
import { areFilesElsewhere } from './files/elsewhere.ts';
import { consoleToLog } from './ground/process/console-to-log.ts';
import { Client } from './ground/db/connect/client.ts';
import { migrate } from './ground/db/migrate.ts';
import { describeWorkers } from './ground/db/citus/workers.ts';
import { openDatabase, type Database } from './ground/db/connect/open.ts';
import { operatorStatementTimeoutMs, type Db, type Pool } from './ground/db/pool.ts';
import { createPool } from './ground/db/connect/create-pool.ts';
import { explainRights } from './ground/db/connect/rights.ts';
import { openFileStore } from './ground/files/open.ts';
import type { FileStore } from './ground/files/store.ts';
import { StoreUnavailable } from './ground/files/unavailable.ts';
import { findSealingKeys, keyFileOf, loadSealingKeys } from './ground/secrets/sealing-keys.ts';
import { createLogger, lines, terminal } from './ground/http/observe/log.ts';
import type { SealingKeys } from './ground/secrets/seal.ts';
import { endInTime, listenForStop, orAborted, type StopListener } from './ground/process/stopping.ts';
import { sealClientSecrets } from './operators/directories/secrets.ts';
import { sealTotpSecrets } from './operators/factors/secrets.ts';
import { prepareSigningKeys } from './receipts/keys.ts';
import { listSigningKeys } from './receipts/store.ts';
import { fillLooks } from './supplier-invoices/checking/fill-looks.ts';
import { sealSecrets } from './webhooks/secrets.ts';

export interface StartContext {
  config: Config;
  log: Logger;
  /** Aborted if the process must stop during the start. */
  signal: AbortSignal;
  /** Run in reverse order. */
  opened: (() => Promise<unknown>)[];
}

type OpenService = (opening: StartContext) => Promise<void>;

/** Runs until a signal arrives. A failed start leaves nothing open. */
export async function runUntilStopped(config: Config, open: OpenService): Promise<void> {
  const stopping = listenForStop(config.drainSeconds * 1_000);
  const log = createLogger(config.logLevel, process.stdout.isTTY ? terminal() : lines());
  const giveConsoleBack = consoleToLog(log);
  void stopping.signalName.then((signal) => log.info(`${signal}: finishing what is under way`));
  try {
    await run(config, log, stopping, open);
  } catch (error) {
    // A start that the signal interrupted is not an error.
    if (!stopping.signal.aborted) throw error;
    log.info({ err: error }, 'Doorway was told to stop while it started');
  } finally {
    giveConsoleBack();
    // A log that is not a file, such as /dev/null, cannot be synced.
    await promisify(log.flush.bind(log))().catch(() => undefined);
  }
}

async function run(config: Config, log: Logger, { signal, signalName }: StopListener, open: OpenService) {
  const opened: StartContext['opened'] = [];
  // Without a timer a process that only waits for a signal would end.
  const staying = setInterval(() => undefined, 60_000);
  try {
    await open({ config, log, signal, opened });
    await signalName;
  } catch (error) {
    endInTime();
    throw error;
  } finally {
    clearInterval(staying);
    for (const close of opened.reverse())
      await close().catch((error: unknown) => {
        process.exitCode = 1;
        log.error({ err: error }, 'not everything could be finished');
      });
  }
  log.info('Doorway has stopped');
}

export interface SharedResources {
  database: Database;
  pool: Pool;
  /** Also for jobs, so that partners have their own connections. */
  operatorPool: Pool;
  followers: Followers;
  files: FileStore;
  sealingKeys: SealingKeys;
}

export async function openGround({ config, log, signal, opened }: StartContext): Promise<SharedResources> {
  const database = await openDatabase(config, (news) => log.warn(news), signal);
  opened.push(() => database.close());
  const { connection } = database;
  await migrate(connection, { signal });
  if (connection.cluster !== undefined) log.info(describeWorkers(connection.cluster.workers()));
  const onIdleError = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  const pool = createPool({ connection, size: config.poolSize, onIdleError });
  const operatorPool = createPool({
    connection,
    size: config.operatorPoolSize,
    statementTimeoutMs: operatorStatementTimeoutMs,
    onIdleError,
  });
  opened.push(() => Promise.race([Promise.all([pool.end(), operatorPool.end()]), sleep(1_000)]));
  const companies = async () => (await listCompanies(operatorPool)).map(({ id }) => id);
  const followers = createFollowers({ connection, pool: operatorPool, companies, log });
  // Polling finds the events that were not announced in time.
  opened.push(() => Promise.race([followers.close(), sleep(250)]));
  const files = await openStore(config, log, signal);
  opened.push(async () => files.close());
  warnOfFilesElsewhere(operatorPool, files, log);
  const explained = (error: unknown) => {
    throw explainRights(error, 'starting', new Client(connection));
  };
  const sealingKeys = await orAborted(openSealingKeys(operatorPool, config), signal).catch(explained);
  const filled = await fillLooks(pool, signal).catch(explained);
  if (filled > 0) log.info(`computed how the suppliers of ${filled} companies look`);
  const unreadable = await orAborted(sealSecrets(operatorPool, sealingKeys), signal).catch(explained);
  if (unreadable > 0)
    log.warn(
      `no key opens the secrets of ${unreadable} webhook endpoints, so nothing can be delivered to them: doorway doctor names them`,
    );
  const closed = await orAborted(sealClientSecrets(operatorPool, sealingKeys), signal).catch(explained);
  if (closed.length > 0)
    log.warn(`no key opens the secrets of ${closed.length} directories, so nobody can sign in by them`);
  await orAborted(sealTotpSecrets(operatorPool, sealingKeys), signal).catch(explained);
  return { database, pool, operatorPool, followers, files, sealingKeys };
}

/**
 * Makes a key for a new database only. All processes need the same one: with another, this process could not sign for
 * webhook endpoints, and others could not read the secrets that it stores.
 */
async function openSealingKeys(db: Db, config: Config): Promise<SealingKeys> {
  const isNew = (await listSigningKeys(db)).length === 0;
  const keys = (isNew ? await loadSealingKeys(config) : await findSealingKeys(config)) as SealingKeys;
  if (await prepareSigningKeys(db, keys)) return keys;
  throw new CommandError(
    `The secrets in the database are encrypted with a key that this process does not have. Set SECRETS_KEY to the key of the other processes, or copy their secrets.key to ${keyFileOf(config.dataDir)}. If the key is lost, run doorway keys rotate, and then make new secrets for the webhook endpoints.`,
  );
}

/** In the background: it must not delay the start. */
function warnOfFilesElsewhere(db: Db, files: FileStore, log: Logger): void {
  areFilesElsewhere(db, files).then(
    (areElsewhere) => {
      if (areElsewhere)
        log.error(
          `${files.name} has none of the files that the database names. Processes on several machines need the same FILES_URL, or one shared folder as DATA_DIR`,
        );
    },
    (error: unknown) => log.debug({ err: error }, 'the files of the database could not be looked for'),
  );
}

/** A wrong configuration ends the start. A store that is away does not: the service waits for it, and is not ready. */
async function openStore(config: Config, log: Logger, signal: AbortSignal): Promise<FileStore> {
  const files = await openFileStore(config);
  try {
    await orAborted(files.probe(), signal);
  } catch (error) {
    if (signal.aborted || (error instanceof StoreUnavailable && !error.isTemporary)) throw error;
    log.error({ err: error }, `files cannot be stored in ${files.name} yet`);
  }
  return files;
}
