import type pg from 'pg';
import { isDatabaseAway } from './failures.ts';

/** The owner of a row. Only a verified token or a command's company look-up creates one. */
export type CompanyId = string & { readonly companyId: unique symbol };

/** The owner of rows that belong to no company, such as calls with an unknown token. */
export const noCompany = '00000000-0000-0000-0000-000000000000' as CompanyId;

export type Db = Pick<pg.ClientBase, 'query'> & {
  /** Whether Citus has spread the companies' tables over workers. */
  readonly isDistributed?: boolean;
};

/** Only the pool of a cluster, `CompanyPool`, knows workers. */
export type Pool = pg.Pool & {
  /** The connections to the worker that has the company's rows. */
  of?(company: CompanyId): pg.Pool;
  /** The workers by address, and whether each is lost. */
  readonly workers?: [address: string, isLost: boolean][];
};

/** The rows of a query, whose text and values may also stand in one object with a name. */
export const rowsOf = async <Row extends pg.QueryResultRow>(
  db: Db,
  query: string | pg.QueryConfig,
  values?: unknown[],
): Promise<Row[]> => (await db.query<Row>(query, values)).rows;

export const rowOf = async <Row extends pg.QueryResultRow>(
  ...query: Parameters<typeof rowsOf>
): Promise<Row | undefined> => (await rowsOf<Row>(...query))[0];

/** For a query that always has a row. */
export const onlyRowOf = async <Row extends pg.QueryResultRow>(...query: Parameters<typeof rowsOf>): Promise<Row> =>
  (await rowsOf<Row>(...query))[0] as Row;

/** The values of a query's only column. */
export const columnOf = async <Value>(...query: Parameters<typeof rowsOf>): Promise<Value[]> =>
  (await rowsOf<Record<string, Value>>(...query)).flatMap((row) => Object.values(row));

/** The only column of a query's first row. */
export const valueOf = async <Value>(...query: Parameters<typeof rowsOf>): Promise<Value | undefined> =>
  (await columnOf<Value>(...query))[0];

/** How many rows a query finds or changes. */
export async function countTouched(...[db, query, values]: Parameters<typeof rowsOf>): Promise<number> {
  return (await db.query(query, values)).rowCount ?? 0;
}

/** Whether a query finds or changes a row. */
export const touchesRow = async (...query: Parameters<typeof rowsOf>): Promise<boolean> =>
  (await countTouched(...query)) > 0;

/** For a query whose outcome nobody needs. */
export async function execute(...[db, query, values]: Parameters<typeof rowsOf>): Promise<void> {
  await db.query(query, values);
}

/** An operator whose search takes longer must narrow it down. */
export const operatorStatementTimeoutMs = 5_000;
/** Bulk writes of operators may take as long as the partners' statements. */
export const bulkStatementTimeoutMs = 15_000;

export async function allowBulk(tx: Db): Promise<void> {
  await tx.query("SELECT set_config('statement_timeout', $1, true)", [String(bulkStatementTimeoutMs)]);
}

/**
 * A transaction that uses tables of one company and reference tables only. On a cluster it runs on the worker that has
 * the company's rows.
 */
export const companyTransaction = <T>(pool: Pool, company: CompanyId, work: (tx: Db) => Promise<T>): Promise<T> =>
  transaction(pool.of?.(company) ?? pool, work);

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
