import { areTablesDistributed, type Cluster, type WorkerProbe } from './cluster.ts';
import { nameOfHost, probeWorkers } from './workers.ts';
import type { Host } from '../connect/address.ts';
import type { Connection } from '../connect/client.ts';
import { noCompany, type CompanyId, type Db } from '../db.ts';

/** A company that moves to another worker is asked for there after this time. */
const refreshMs = 5_000;
/** A new company is asked for at its worker after this time. */
const newCompanyMs = 500;

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Undefined on a plain PostgreSQL. */
export async function openCluster(connection: Connection, db: Db): Promise<Cluster | undefined> {
  if (!(await areTablesDistributed(db))) return undefined;
  const reached = new Set<string>();
  let workers: WorkerProbe[] = [];
  let owners = new Map<CompanyId, Host>();
  let direct = new Map<CompanyId, Host>();
  let readAt = 0;
  let isUnknown = false;
  const read = async (through: Db): Promise<void> => {
    readAt = Date.now();
    isUnknown = false;
    const found = await readOwners(through);
    workers = await probeWorkers(connection, through, reached);
    // A worker that has answered once stays in use: if it is lost, the coordinator cannot reach its rows either.
    for (const worker of workers) if (worker.problem === undefined) reached.add(nameOfHost(worker));
    direct = new Map([...found].filter(([, owner]) => reached.has(nameOfHost(owner))));
    owners = found;
  };
  await read(db);
  return {
    workers: () => workers,
    ownerOf: (value) => {
      const owner = direct.get(value as CompanyId);
      if (owner === undefined && !owners.has(value as CompanyId) && typeof value === 'string' && isUuid.test(value))
        isUnknown = true;
      return owner;
    },
    refresh: (through) => {
      if (Date.now() - readAt < (isUnknown ? newCompanyMs : refreshMs)) return;
      // If it fails, the old owners still answer.
      read(through).catch(() => undefined);
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
