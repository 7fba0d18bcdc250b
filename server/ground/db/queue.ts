import { Logger } from 'graphile-worker';
import type { Logger as Log } from 'pino';
import type { Connection } from './connect/client.ts';
import type { Pool } from './pool.ts';
import { createPool } from './connect/create-pool.ts';

const names: Record<string, 'error' | 'warn'> = { error: 'error', warning: 'warn' };

const loggerFor = (log: Log | undefined): Logger =>
  new Logger(() => (level, message, meta) => {
    const { error: err, concurrency } = (meta ?? {}) as { error?: unknown; concurrency?: number };
    // The queue warns if there are more jobs than connections. This is intended: most jobs wait for other servers.
    if (log === undefined || concurrency !== undefined) return;
    log[names[level] ?? 'debug']({ err }, message);
  });

/** The queue has its own connections, so that jobs delay neither partners nor operators. */
export function queueOptions(connection: Connection, size: number, log: Log | undefined) {
  const lost = (error: Error) => log?.debug({ err: error }, 'a connection of the queue of jobs was lost');
  const pgPool: Pool = createPool({
    // The queue's tables are on the coordinator only.
    connection: { ...connection, cluster: undefined },
    size,
    onIdleError: lost,
  });
  // Without a listener a connection lost during use would end the process.
  pgPool.on('connect', (client) => void client.on('error', lost));
  return { pgPool, noPreparedStatements: connection.pooling === 'transaction', logger: loggerFor(log) };
}
