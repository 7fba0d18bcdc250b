import type { Connection } from './client.ts';
import { createPool, type Pool } from './pool.ts';

/** Connections for the queue of jobs, which listens for no error of a connection that it has taken: one would end the process. */
export function createQueuePool(connection: Connection, size: number, onError: (error: Error) => void): Pool {
  const pool = createPool({ connection, size, onIdleError: onError });
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}
