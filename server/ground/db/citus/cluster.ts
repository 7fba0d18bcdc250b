import type { Host } from '../connect/address.ts';
import { noCompany, type CompanyId, type Db } from '../db.ts';

/** A database whose tables Citus has spread over workers by company. */
export interface Cluster {
  /**
   * The worker that has this company's rows; undefined for any other value. Then the coordinator is asked: every node
   * answers every statement about companies' tables, so an outdated answer is slower but not wrong.
   */
  ownerOf(value: unknown): Host | undefined;
  /** Reads the owners again if they may be outdated. Returns at once. */
  refresh(db: Db): void;
}

/** A company that moves to another worker is asked for there after this time. */
const refreshMs = 5_000;
/** A new company is asked for at its worker after this time. */
const newCompanyMs = 500;

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the companies' tables are distributed. */
export async function areTablesDistributed(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ citus: boolean }>(`SELECT to_regclass('pg_dist_partition') IS NOT NULL AS citus`);
  if (rows[0]?.citus !== true) return false;
  const { rowCount } = await db.query(
    `SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('company_counters')`,
  );
  return rowCount === 1;
}

/** Undefined on a plain PostgreSQL. */
export async function openCluster(db: Db): Promise<Cluster | undefined> {
  if (!(await areTablesDistributed(db))) return undefined;
  let owners = await readOwners(db);
  let readAt = Date.now();
  let isUnknown = false;
  return {
    ownerOf: (value) => {
      const owner = owners.get(value as CompanyId);
      if (owner === undefined && typeof value === 'string' && isUuid.test(value)) isUnknown = true;
      return owner;
    },
    refresh: (through) => {
      if (Date.now() - readAt < (isUnknown ? newCompanyMs : refreshMs)) return;
      readAt = Date.now();
      isUnknown = false;
      readOwners(through).then(
        (found) => {
          owners = found;
        },
        // The old owners still answer.
        () => undefined,
      );
    },
  };
}

async function readOwners(db: Db): Promise<Map<CompanyId, Host>> {
  const { rows } = await db.query<{ id: CompanyId } & Host>({
    name: 'owners-of-companies',
    text: `SELECT company.id, nodename AS host, nodeport AS port
           FROM (SELECT id FROM companies UNION ALL SELECT $1::uuid) AS company
           JOIN pg_dist_placement AS placement
             ON placement.shardid = get_shard_id_for_distribution_column('company_counters', company.id)
           JOIN pg_dist_node AS node ON node.groupid = placement.groupid AND noderole = 'primary'`,
    values: [noCompany],
  });
  return new Map(rows.map(({ id, host, port }) => [id, { host, port }]));
}
