import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { sweepIssuedTokens } from './access/sweep.ts';
import { buildApp } from './app.ts';
import { baseUrl, type Config } from './config.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { createPool, type Pool } from './db/pool.ts';
import { sweepAudit } from './audit/sweep.ts';
import { createDemo, describeDemo } from './demo.ts';
import { CommandError } from './errors.ts';
import { sweepEvents } from './events/sweep.ts';
import { openDiskStore } from './files/disk.ts';
import type { Draining } from './http/draining.ts';
import { createLogger, lines, terminal } from './http/log.ts';
import { createMetrics } from './http/metrics.ts';
import { firstAdministratorLink } from './operators/admin-actions.ts';
import { sweepInvitations, sweepSessions, sweepTries } from './operators/sweep.ts';
import { version } from './package.ts';
import { startSweeps, type Sweep } from './sweeps.ts';
import { sweepTraces } from './traces/sweep.ts';

/** How long requests under way may take once the service was told to stop. */
const patience = 6_000;

/** Runs the service until it is told to stop. */
export async function serve(config: Config): Promise<void> {
  const stopped = new Promise<string>((resolve) => {
    // Heard every time: npm passes on an interrupt that the terminal has sent to this process too.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(signal));
  });
  const log = createLogger(config.logLevel, process.stdout.isTTY ? terminal() : lines());
  const database = await openDatabase(config, (news) => log.warn(news));
  try {
    await migrate(database.connection);
    const pool = createPool({
      connection: database.connection,
      size: config.poolSize,
      onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost'),
    });
    const files = await openDiskStore(config.dataDir);
    const draining: Draining = { begun: false, underWay: 0 };
    const app = await buildApp({ config, pool, files, metrics: createMetrics(pool), log, draining });
    const port = await listen(app, config);
    const base = baseUrl(config, port);
    log.info({ version, address: base, database: database.embeddedIn ?? 'DATABASE_URL' }, `Doorway listens on ${base}, console at ${base}/console, docs at ${base}/docs`);
    for (const note of database.notes) log.info(note);
    const link = await firstAdministratorLink(pool, base);
    if (link !== undefined) process.stdout.write(describeFirstLink(link));
    const demo = database.embeddedIn === undefined ? undefined : await createDemo(pool);
    if (demo !== undefined) process.stdout.write(describeDemo(demo, base));
    const stopSweeps = startSweeps(sweepsOf(pool, config), log);

    log.info(`${await stopped}: finishing what is under way`);
    stopSweeps();
    await drain(app, draining);
    await Promise.race([pool.end(), sleep(1_000)]);
  } finally {
    await database.close();
  }
  log.info('Doorway has stopped');
  // A log that goes to no file, such as /dev/null, cannot be synced, and need not be.
  await promisify(log.flush.bind(log))().catch(() => undefined);
}

/** What is not kept for ever, by the names that the log has for it. */
const sweepsOf = (pool: Pool, config: Config): Sweep[] => [
  { name: 'traces of calls', run: (now, signal) => sweepTraces(pool, config, now, signal) },
  { name: 'events', run: (now, signal) => sweepEvents(pool, config.eventsKeptDays, now, signal) },
  { name: 'invitations', run: (now, signal) => sweepInvitations(pool, config.invitationsKeptDays, now, signal) },
  { name: 'sign-in tries', run: (now, signal) => sweepTries(pool, config.signInTriesKeptHours, now, signal) },
  { name: 'audit entries', run: (now, signal) => sweepAudit(pool, config.auditKeptDays, now, signal) },
  { name: 'sessions', run: (now) => sweepSessions(pool, now) },
  { name: 'tokens of clients', run: (now, signal) => sweepIssuedTokens(pool, now, signal) },
];

const describeFirstLink = (link: string) => `
Nobody can sign in to the console yet. Whoever opens this link becomes its administrator;
it works once, for seven days:

  ${link}

`;

async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE') throw new CommandError(`PORT is "${port}", but something else listens there. Set PORT to a free one.`);
    if (['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code ?? ''))
      throw new CommandError(`HOST is "${host}", but it takes an address of this machine, such as 127.0.0.1 or 0.0.0.0.`, 2);
    if (code === 'EACCES') throw new CommandError(`PORT is "${port}", but this user may not listen there. Set PORT to one above 1023.`);
    throw error;
  }
  return (app.server.address() as { port: number }).port;
}

/** New requests are answered with 503 while those under way are finished; then the port is closed. */
async function drain(app: FastifyInstance, draining: Draining): Promise<void> {
  draining.begun = true;
  for (const deadline = Date.now() + patience; draining.underWay > 0 && Date.now() < deadline; ) await sleep(20);
  if (draining.underWay > 0) app.server.closeAllConnections();
  // No request is under way any more, but a connection that was opened and never used would keep the port.
  const rest = setInterval(() => app.server.closeAllConnections(), 250);
  await app.close().finally(() => clearInterval(rest));
}
