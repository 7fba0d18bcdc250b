import { Logger } from 'graphile-worker';
import type { Logger as Log } from 'pino';
import type { Connection } from './connect/client.ts';
import { createPool, type Pool } from './pool.ts';

const names: Record<string, 'error' | 'warn'> = { error: 'error', warning: 'warn' };

/** What the queue of jobs says of itself goes into the log of the service: what it says while all is well, as detail. */
const loggerFor = (log: Log | undefined): Logger =>
  new Logger(() => (level, message, meta) => {
    const { error: err, concurrency } = (meta ?? {}) as { error?: unknown; concurrency?: number };
    // That there are more jobs at once than connections is meant: most jobs wait for somebody else's server.
    if (log === undefined || concurrency !== undefined) return;
    log[names[level] ?? 'debug']({ err }, message);
  });

/** What the queue's own library is to use. Its connections are its own: jobs keep neither partners nor operators waiting. */
export function queueOptions(connection: Connection, size: number, log: Log | undefined) {
  const lost = (error: Error) => log?.debug({ err: error }, 'a connection of the queue of jobs was lost');
  const pgPool: Pool = createPool({ connection, size, onIdleError: lost });
  // One that is lost while it is used would end the process.
  pgPool.on('connect', (client) => void client.on('error', lost));
  return { pgPool, noPreparedStatements: connection.pooling === 'transaction', logger: loggerFor(log) };
}
