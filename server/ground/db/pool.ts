import pg from 'pg';
import { Client, type Connection } from './connect/client.ts';
import { isDatabaseAway } from './failures.ts';

export type Pool = pg.Pool;
/** What can run a statement: the pool, or the one connection of a transaction. */
export type Db = Pick<pg.ClientBase, 'query'>;

/** Whose rows these are. Only a verified token or a command's company look-up makes one. */
export type CompanyId = string & { readonly companyId: unique symbol };

/** Whose rows those are that concern no company, such as calls with an unknown token. */
export const noCompany = '00000000-0000-0000-0000-000000000000' as CompanyId;

/** An operator waits for a search so long; what takes longer is to be narrowed down. */
export const operatorStatementTimeoutMs = 5_000;
/** What the operators' side writes in bulk may take as long as the door's statements. */
export const bulkStatementTimeoutMs = 15_000;

export interface PoolOptions {
  connection: Connection;
  size: number;
  /** How long a statement may take; 15 seconds unless told otherwise. */
  statementTimeoutMs?: number;
  /** Told of connections that broke while idle; the pool replaces them by itself. */
  onIdleError: (error: Error) => void;
}

export function createPool({
  connection,
  size,
  statementTimeoutMs = bulkStatementTimeoutMs,
  onIdleError,
}: PoolOptions): Pool {
  const options: Connection & pg.PoolConfig = {
    Client: Client as unknown as typeof pg.Client,
    ...connection,
    max: size,
    application_name: 'doorway',
    // A database that does not answer must become a 503 while the partner still waits.
    connectionTimeoutMillis: 5_000,
    ...limitsOf(connection, statementTimeoutMs),
    keepAlive: true,
  };
  const pool = new pg.Pool(options);
  pool.on('error', onIdleError);
  return pool;
}

/**
 * How long a statement may take, and a transaction may be idle, as it is sent when a connection begins. A pooler that gives
 * each transaction another connection refuses such settings: there, they are the role's.
 */
export const limitsOf = ({ pooling }: Connection, statementTimeoutMs: number): pg.ClientConfig =>
  pooling === 'transaction'
    ? {}
    : { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 15_000 };

/** For the rest of a transaction of the operators' side: what it writes in bulk may take as long as the door's statements. */
export async function allowBulk(tx: Db): Promise<void> {
  await tx.query("SELECT set_config('statement_timeout', $1, true)", [String(bulkStatementTimeoutMs)]);
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
