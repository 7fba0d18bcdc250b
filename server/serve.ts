import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { baseUrl, type Config } from './config.ts';
import { describeDemo, openDemo, type Demo } from './demo/demo.ts';
import { fillDemo } from './demo/fill.ts';
import type { Deps } from './deps.ts';
import { CommandError } from './errors/command-error.ts';
import { Client } from './ground/db/connect/client.ts';
import type { Pool } from './ground/db/pool.ts';
import { explainRights } from './ground/db/connect/rights.ts';
import { createDraining, type Draining } from './ground/http/arrival/draining.ts';
import { createMetrics } from './ground/http/observe/metrics.ts';
import { orAborted } from './ground/process/stopping.ts';
import { createProjections } from './jobs/projections.ts';
import { runUntilStopped, openGround, type SharedResources } from './lifecycle.ts';
import { firstAdministratorLink } from './operators/admin-actions.ts';
import { version } from './package.ts';
import { usualScopes } from './scopes.ts';
import { jobsOf } from './worker.ts';

const drainTimeoutMs = 6_000;

/** `buildApp` is that of `app.ts`: this file knows no route. */
export const serve = (config: Config, buildApp: (deps: Deps) => Promise<FastifyInstance>): Promise<void> =>
  runUntilStopped(config, async (opening) => {
    const { log, signal, opened } = opening;
    const ground = await openGround(opening);
    const { database, pool, operatorPool, followers, files, sealingKeys } = ground;
    const draining = createDraining();
    const metrics = createMetrics({ partners: pool, operators: operatorPool });
    const app = await buildApp({
      config,
      pool,
      operatorPool,
      files,
      sealingKeys,
      followers,
      projections: createProjections(operatorPool, log),
      metrics,
      log,
      draining,
    });
    const stops: (() => void | Promise<void>)[] = [];
    opened.push(() => Promise.all([drain(app, draining, config.drainSeconds), ...stops.map((stop) => stop())]));
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
    let demo: Demo | undefined;
    // Of several processes only the first one greets.
    const greets = (cluster.worker?.id ?? 1) === 1;
    try {
      if (greets)
        demo = await orAborted(
          greet(pool, base, docs, database.embeddedIn === undefined ? 'off' : config.demo),
          signal,
        );
    } catch (error) {
      throw explainRights(error, 'starting', new Client(database.connection));
    }
    if (config.jobs === 'on') stops.push(...jobsOf(ground, config, log, metrics).map(({ start }) => start()));
    else log.info('the jobs are left to a worker, because JOBS is off');
    if (demo?.isFilling === true) stops.push(fillInBackground(app, ground, config, demo, log));
  });

/**
 * Prints the first administrator's link and the demo company of an empty embedded database, once. Both are secrets, so
 * they go to standard error: standard output is the log, which other systems collect.
 */
async function greet(
  pool: Pool,
  base: string,
  docs: string | undefined,
  mode: Config['demo'],
): Promise<Demo | undefined> {
  const link = await firstAdministratorLink(pool, base);
  if (link !== undefined) process.stderr.write(describeFirstLink(link));
  const demo = mode === 'off' ? undefined : await openDemo(pool, usualScopes, mode);
  if (demo?.token !== undefined) process.stderr.write(describeDemo(demo.token, demo.isFilling, base, docs));
  return demo;
}

/** Returns a function that stops it. What could not be sent is left to the next start. */
function fillInBackground(
  app: FastifyInstance,
  { pool, database: { connection } }: Pick<SharedResources, 'pool' | 'database'>,
  { basePath }: Config,
  demo: Demo,
  log: Logger,
) {
  const { address, family, port } = app.server.address() as AddressInfo;
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[address] ?? (family === 'IPv6' ? `[${address}]` : address);
  const leaving = new AbortController();
  const filling = fillDemo(
    { pool, connection, base: `http://${host}:${port}${basePath}`, signal: leaving.signal },
    demo,
    usualScopes,
  ).catch((error: unknown) => log.debug({ err: error }, 'the records of the demo company could not all be sent'));
  return async () => {
    leaving.abort();
    await filling;
  };
}

const describeFirstLink = (link: string) => `
Nobody can sign in to the console yet. The first person to open this link becomes its administrator;
it works once, for seven days:

  ${link}

`;

interface ListenAddress {
  host: [key: string, value: string];
  port: [key: string, value: number];
}

/** Port 0 is any free one; the port is returned. */
export async function listen(app: FastifyInstance, { host: [hostKey, host], port: [portKey, port] }: ListenAddress) {
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

/**
 * First the process is only not ready, until every balancer has noticed. Then new requests get a 503 while running ones
 * finish, and the port is closed.
 */
async function drain(app: FastifyInstance, draining: Draining, seconds: number): Promise<void> {
  draining.announce();
  await sleep(seconds * 1_000);
  draining.begin();
  let isLate = false;
  const limit = setTimeout(() => (isLate = true), drainTimeoutMs);
  while (draining.underWay > 0 && !isLate) await sleep(20);
  clearTimeout(limit);
  if (draining.underWay > 0) app.server.closeAllConnections();
  // A connection that was opened but never used would keep the port open.
  const rest = setInterval(() => {
    for (const { server } of [app, app.inside ?? app]) server.closeAllConnections();
  }, 250);
  await app.close().finally(() => clearInterval(rest));
}
