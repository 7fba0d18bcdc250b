import { areTablesDistributed, type Cluster, type WorkerProbe } from './cluster.ts';
import { nameOfHost, probeWorkers } from './workers.ts';
import type { Host } from '../connect/address.ts';
import type { Connection } from '../connect/client.ts';
import { noCompany, type CompanyId, type Db } from '../pool.ts';

/** A company that moves to another worker is asked for there after this time. */
const refreshMs = 5_000;
/** A new company is asked for at its worker after this time. */
const newCompanyMs = 500;
/** More unknown ids wait for the next look-up. */
const maxUnknown = 1_000;
const maxAbsent = 10_000;

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface ClusterOptions {
  now?: () => number;
  probe?: typeof probeWorkers;
}

/** Undefined on a plain PostgreSQL. */
export async function openCluster(
  connection: Connection,
  db: Db,
  { now = Date.now, probe = probeWorkers }: ClusterOptions = {},
): Promise<Cluster | undefined> {
  if (!(await areTablesDistributed(db))) return undefined;
  const reached = new Set<string>();
  let workers: WorkerProbe[] = [];
  let owners = new Map<CompanyId, Host>();
  let direct = new Map<CompanyId, Host>();
  /** Ids that may be those of new companies. A statement's first parameter can also be the id of something else. */
  const unknown = new Set<CompanyId>();
  /** Ids that were no companies when they were looked up. If one becomes a company, the next full reading finds it. */
  const absent = new Set<CompanyId>();
  let readAt = 0;
  let lookedUpAt = 0;
  let isReading = false;

  const setDirect = () => {
    direct = new Map([...owners].filter(([, owner]) => reached.has(nameOfHost(owner))));
  };

  async function readAll(through: Db): Promise<void> {
    readAt = now();
    const found = await readOwners(through);
    workers = await probe(connection, through, reached);
    // A worker that has answered once stays in use: if it is lost, the coordinator cannot reach its rows either.
    for (const worker of workers) if (worker.problem === undefined) reached.add(nameOfHost(worker));
    owners = found;
    setDirect();
  }

  async function lookUp(through: Db): Promise<void> {
    lookedUpAt = now();
    const ids = [...unknown];
    const found = await readOwnersOf(through, ids);
    if (absent.size > maxAbsent) absent.clear();
    for (const id of ids) {
      unknown.delete(id);
      if (!found.has(id)) absent.add(id);
    }
    if (found.size === 0) return;
    owners = new Map([...owners, ...found]);
    setDirect();
  }

  await readAll(db);
  return {
    workers: () => workers,
    ownerOf: (value) => {
      const id = value as CompanyId;
      const owner = direct.get(id);
      if (owner !== undefined || typeof value !== 'string' || owners.has(id) || absent.has(id)) return owner;
      if (unknown.size < maxUnknown && isUuid.test(value)) unknown.add(id);
      return undefined;
    },
    refresh: (through) => {
      if (isReading) return;
      const isOutdated = now() - readAt >= refreshMs;
      if (!isOutdated && (unknown.size === 0 || now() - lookedUpAt < newCompanyMs)) return;
      isReading = true;
      (isOutdated ? readAll(through) : lookUp(through))
        // If it fails, the old owners still answer.
        .catch(() => undefined)
        .finally(() => {
          isReading = false;
        });
    },
  };
}

const ownersOf = (companies: string) => `
  SELECT company.id, nodename AS host, nodeport AS port
  FROM (${companies}) AS company
  JOIN pg_dist_placement AS placement
    ON placement.shardid = get_shard_id_for_distribution_column('company_counters', company.id)
  JOIN pg_dist_node AS node ON node.groupid = placement.groupid AND noderole = 'primary'`;

type OwnerRow = { id: CompanyId } & Host;

async function readOwners(db: Db): Promise<Map<CompanyId, Host>> {
  const { rows } = await db.query<OwnerRow>({
    name: 'owners-of-companies',
    text: ownersOf('SELECT id FROM companies UNION ALL SELECT $1::uuid'),
    values: [noCompany],
  });
  return byCompany(rows);
}

async function readOwnersOf(db: Db, ids: readonly CompanyId[]): Promise<Map<CompanyId, Host>> {
  const { rows } = await db.query<OwnerRow>({
    name: 'owners-of-some-companies',
    text: ownersOf('SELECT id FROM companies WHERE id = ANY ($1::uuid[])'),
    values: [ids],
  });
  return byCompany(rows);
}

const byCompany = (rows: readonly OwnerRow[]) => new Map(rows.map(({ id, host, port }) => [id, { host, port }]));
