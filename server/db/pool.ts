import pg from 'pg';
import { Client } from './client.ts';
import { isDatabaseAway } from './failures.ts';

export type Pool = pg.Pool;
/** Whoever can run a statement: the pool, or the one connection of a transaction. */
export type Db = Pick<pg.ClientBase, 'query'>;

/** Whose rows these are. Only a verified token or a command's company look-up makes one. */
export type CompanyId = string & { readonly companyId: unique symbol };

/** Whose rows those are that concern no company, such as calls with an unknown token. */
export const noCompany = '00000000-0000-0000-0000-000000000000' as CompanyId;

export interface PoolOptions {
  connection: pg.PoolConfig;
  size: number;
  /** Told of connections that broke while idle; the pool replaces them by itself. */
  onIdleError: (error: Error) => void;
}

export function createPool({ connection, size, onIdleError }: PoolOptions): Pool {
  const pool = new pg.Pool({
    Client,
    ...connection,
    max: size,
    application_name: 'doorway',
    // A database that does not answer must become a 503 while the partner still waits.
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
  });
  pool.on('error', onIdleError);
  return pool;
}

/** All that `work` writes is committed together, or none of it is. */
export async function transaction<T>(pool: Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection that dies while it is checked out would otherwise end the process.
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // Of a connection that has fallen silent nobody waits for another answer: closing it rolls back as well.
    if (isDatabaseAway(error)) broken = error as Error;
    else
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
