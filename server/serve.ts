import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { sweepIssuedTokens } from './access/sweep.ts';
import { buildApp, scopes } from './app.ts';
import { sweepFiles } from './attachments/sweep.ts';
import { sweepAudit } from './audit/sweep.ts';
import { sweepTraces } from './calls/sweep.ts';
import { baseUrl, type Config } from './config.ts';
import { createDemo, describeDemo } from './demo.ts';
import { CommandError } from './errors/command-error.ts';
import { Client } from './ground/db/client.ts';
import { migrate } from './ground/db/migrate.ts';
import { openDatabase } from './ground/db/open.ts';
import { createPool, operatorStatementTimeoutMs, type Pool } from './ground/db/pool.ts';
import { explainRights } from './ground/db/rights.ts';
import { openDiskStore, type FileStore } from './ground/files/disk.ts';
import type { Draining } from './ground/http/draining.ts';
import { createLogger, lines, terminal } from './ground/http/log.ts';
import { createMetrics } from './ground/http/metrics.ts';
import { endInTime, listenForStop, orAborted, type Stopping } from './ground/stopping.ts';
import { sweepEvents } from './jobs/sweep-events.ts';
import { startSweeps, type Sweep } from './jobs/sweeps.ts';
import { firstAdministratorLink } from './operators/admin-actions.ts';
import { sweepInvitations, sweepSessions, sweepTries } from './operators/sweep.ts';
import { version } from './package.ts';

/** How long requests under way may take once the service was told to stop. */
const drainTimeoutMs = 6_000;

/** Runs the service until it is told to stop. A start that fails, at whatever moment, leaves nothing open behind it. */
export async function serve(config: Config): Promise<void> {
  const stopping = listenForStop();
  const log = createLogger(config.logLevel, process.stdout.isTTY ? terminal() : lines());
  void stopping.told.then((signal) => log.info(`${signal}: finishing what is under way`));
  try {
    await run(config, log, stopping);
  } catch (error) {
    // What a signal breaks off fails, and was meant to.
    if (!stopping.signal.aborted) throw error;
    log.info({ err: error }, 'Doorway was told to stop while it started');
  } finally {
    // A log that goes to no file, such as /dev/null, cannot be synced, and need not be.
    await promisify(log.flush.bind(log))().catch(() => undefined);
  }
}

async function run(config: Config, log: Logger, stopping: Stopping): Promise<void> {
  // The last to be opened is the first to be closed.
  const opened: (() => Promise<unknown>)[] = [];
  try {
    await open(config, log, stopping, opened);
    await stopping.told;
  } catch (error) {
    endInTime();
    throw error;
  } finally {
    for (const close of opened.reverse())
      await close().catch((error: unknown) => {
        process.exitCode = 1;
        log.error({ err: error }, 'not everything could be finished');
      });
  }
  log.info('Doorway has stopped');
}

async function open(
  config: Config,
  log: Logger,
  { signal }: Stopping,
  opened: (() => Promise<unknown>)[],
): Promise<void> {
  const database = await openDatabase(config, (news) => log.warn(news), signal);
  opened.push(() => database.close());
  const { connection } = database;
  await migrate(connection, signal);
  const onIdleError = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  const pool = createPool({ connection, size: config.poolSize, onIdleError });
  const operatorPool = createPool({
    connection,
    size: config.operatorPoolSize,
    statementTimeoutMs: operatorStatementTimeoutMs,
    onIdleError,
  });
  opened.push(() => Promise.race([Promise.all([pool.end(), operatorPool.end()]), sleep(1_000)]));
  const files = await openDiskStore(config.dataDir);
  const draining: Draining = { begun: false, underWay: 0 };
  const app = await buildApp({
    config,
    pool,
    operatorPool,
    files,
    metrics: createMetrics({ partners: pool, operators: operatorPool }),
    log,
    draining,
  });
  opened.push(() => drain(app, draining));
  const base = baseUrl(config, await listen(app, { host: ['HOST', config.host], port: ['PORT', config.port] }));
  const docs = config.docs === 'on' ? `${base}/docs` : undefined;
  log.info(
    { version, address: base, database: database.embeddedIn ?? 'DATABASE_URL' },
    `Doorway listens on ${base}, console at ${base}/console${docs === undefined ? '' : `, docs at ${docs}`}`,
  );
  if (app.inside !== undefined) {
    const port = await listen(app.inside, {
      host: ['INSIDE_HOST', config.insideHost],
      port: ['INSIDE_PORT', config.insidePort],
    });
    log.info({ insidePort: port }, `what is kept inside is on ${config.insideHost}:${port}`);
  }
  for (const note of database.notes) log.info(note);
  try {
    await orAborted(greet(pool, base, docs, database.embeddedIn !== undefined), signal);
  } catch (error) {
    throw explainRights(error, 'starting', new Client(connection));
  }
  // With the operators' connections: the door's are for the door.
  const stopSweeps = startSweeps(sweepsOf(operatorPool, files, config), log);
  opened.push(async () => stopSweeps());
}

/**
 * What is shown once: the link of the first administrator, and the demo company of an empty embedded database. Both are secrets, so
 * they go to standard error: standard output is the log, which others keep and read.
 */
async function greet(pool: Pool, base: string, docs: string | undefined, embedded: boolean): Promise<void> {
  const link = await firstAdministratorLink(pool, base);
  if (link !== undefined) process.stderr.write(describeFirstLink(link));
  const demo = embedded ? await createDemo(pool, scopes) : undefined;
  if (demo !== undefined) process.stderr.write(describeDemo(demo, base, docs));
}

/** What is not kept for ever, by the names that the log has for it. */
const sweepsOf = (pool: Pool, files: FileStore, config: Config): Sweep[] => [
  { name: 'traces of calls', run: (now, signal) => sweepTraces(pool, config, now, signal) },
  { name: 'events', run: (now, signal) => sweepEvents(pool, config.eventsKeptDays, now, signal) },
  { name: 'invitations', run: (now, signal) => sweepInvitations(pool, config.invitationsKeptDays, now, signal) },
  { name: 'sign-in tries', run: (now, signal) => sweepTries(pool, config.signInTriesKeptHours, now, signal) },
  { name: 'audit entries', run: (now, signal) => sweepAudit(pool, config.auditKeptDays, now, signal) },
  { name: 'files', run: (now, signal) => sweepFiles(pool, files, now, signal) },
  { name: 'sessions', run: (now) => sweepSessions(pool, now) },
  { name: 'tokens of clients', run: (now, signal) => sweepIssuedTokens(pool, now, signal) },
];

const describeFirstLink = (link: string) => `
Nobody can sign in to the console yet. Whoever opens this link becomes its administrator;
it works once, for seven days:

  ${link}

`;

/** Where to listen, with the keys that say so. */
interface Place {
  host: [key: string, value: string];
  port: [key: string, value: number];
}

async function listen(app: FastifyInstance, { host: [hostKey, host], port: [portKey, port] }: Place): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE')
      throw new CommandError(
        `${portKey} is "${port}", but something else listens there. Set ${portKey} to a free one.`,
      );
    if (['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code ?? ''))
      throw new CommandError(
        `${hostKey} is "${host}", but it takes an address of this machine, such as 127.0.0.1 or 0.0.0.0.`,
        2,
      );
    if (code === 'EACCES')
      throw new CommandError(
        `${portKey} is "${port}", but this user may not listen there. Set ${portKey} to one above 1023.`,
      );
    throw error;
  }
  return (app.server.address() as { port: number }).port;
}

/** New requests are answered with 503 while those under way are finished; then the port is closed. */
async function drain(app: FastifyInstance, draining: Draining): Promise<void> {
  draining.begun = true;
  for (const deadline = Date.now() + drainTimeoutMs; draining.underWay > 0 && Date.now() < deadline;) await sleep(20);
  if (draining.underWay > 0) app.server.closeAllConnections();
  // No request is under way any more, but a connection that was opened and never used would keep the port.
  const rest = setInterval(() => {
    for (const { server } of [app, app.inside ?? app]) server.closeAllConnections();
  }, 250);
  await app.close().finally(() => clearInterval(rest));
}
