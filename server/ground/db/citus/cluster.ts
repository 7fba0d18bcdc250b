import type { Host } from '../connect/address.ts';
import { type Db, touchesRow } from '../pool.ts';
import { hasTable } from '../tables.ts';

/** A database whose tables Citus has spread over workers by company. */
export interface Cluster {
  /**
   * The worker that has this company's rows, if this process reaches it; undefined for any other value. Then the
   * coordinator is asked: every node answers every statement about companies' tables, so an outdated answer is slower
   * but not wrong.
   */
  ownerOf(value: unknown): Host | undefined;
  /** As they were found last. */
  workers(): WorkerProbe[];
  /** Reads the owners again if they may be outdated. Returns at once. */
  refresh(db: Db): void;
}

export interface WorkerProbe extends Host {
  /** Why this process cannot use the worker itself; undefined if it can. */
  problem: string | undefined;
}

export const hasCitus = (db: Db): Promise<boolean> =>
  touchesRow(db, `SELECT FROM pg_extension WHERE extname = 'citus'`);

/** Whether the companies' tables are distributed. */
export async function areTablesDistributed(db: Db): Promise<boolean> {
  if (!(await hasTable(db, 'pg_dist_partition'))) return false;
  return touchesRow(db, `SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('company_counters')`);
}
