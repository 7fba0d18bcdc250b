import pg from 'pg';
import { CompanyPool } from '../citus/company-pool.ts';
import { bulkStatementTimeoutMs, type Pool } from '../pool.ts';
import { Client, type Connection } from './client.ts';

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
