import pg from 'pg';
import { CompanyPool } from './citus/company-pool.ts';
import { Client, type Connection } from './connect/client.ts';
import type { CompanyId, Db } from './db.ts';
import { isDatabaseAway } from './failures.ts';

export type Pool = pg.Pool;
export { noCompany, type CompanyId, type Db } from './db.ts';

/** An operator whose search takes longer must narrow it down. */
export const operatorStatementTimeoutMs = 5_000;
/** Bulk writes of operators may take as long as the partners' statements. */
export const bulkStatementTimeoutMs = 15_000;

export interface PoolOptions {
  connection: Connection;
  size: number;
  /** The default is 15 seconds. */
  statementTimeoutMs?: number;
  /** An unresponsive database must become a 503 while the partner still waits. The default is 5 seconds. */
  connectTimeoutMs?: number | undefined;
  /** Called for connections that break while idle; the pool replaces them. */
  onIdleError: (error: Error) => void;
}

export function createPool({
  connection,
  size,
  statementTimeoutMs = bulkStatementTimeoutMs,
  connectTimeoutMs = 5_000,
  onIdleError,
}: PoolOptions): Pool {
  const options: Connection & pg.PoolConfig = {
    Client: Client as unknown as typeof pg.Client,
    ...connection,
    max: size,
    application_name: 'doorway',
    connectionTimeoutMillis: connectTimeoutMs,
    ...limitsOf(connection, statementTimeoutMs),
    keepAlive: true,
  };
  const { cluster } = connection;
  const pool = cluster === undefined ? new pg.Pool(options) : (new CompanyPool(cluster, options) as unknown as Pool);
  pool.on('error', onIdleError);
  return pool;
}

/**
 * Time limits of statements and idle transactions, sent when a connection opens. A transaction pooler refuses such
 * settings; there the role has them.
 */
export const limitsOf = ({ pooling }: Connection, statementTimeoutMs: number): pg.ClientConfig =>
  pooling === 'transaction'
    ? {}
    : { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 15_000 };

export async function allowBulk(tx: Db): Promise<void> {
  await tx.query("SELECT set_config('statement_timeout', $1, true)", [String(bulkStatementTimeoutMs)]);
}

/** The workers of a cluster by address, and whether each is lost; none on a plain PostgreSQL. */
export const workersOf = (pool: Pool): CompanyPool['workers'] =>
  (pool as unknown) instanceof CompanyPool ? (pool as unknown as CompanyPool).workers : [];

/**
 * A transaction that uses tables of one company and reference tables only. On a cluster it runs on the worker that has
 * the company's rows.
 */
export const companyTransaction = <T>(pool: Pool, company: CompanyId, work: (tx: Db) => Promise<T>): Promise<T> =>
  transaction((pool as unknown) instanceof CompanyPool ? (pool as unknown as CompanyPool).of(company) : pool, work);

/** Runs in the caller's transaction, or in one of its own if the caller has none. */
export const inCompanyTransaction = <T>(db: Db, company: CompanyId, work: (tx: Db) => Promise<T>): Promise<T> =>
  'totalCount' in db ? companyTransaction(db as Pool, company, work) : work(db);

export async function transaction<T>(pool: Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // Without a listener a connection that dies while checked out would end the process.
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
    // Don't send ROLLBACK on a dead connection: closing it rolls back as well.
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
