import type { WorkerProbe } from './cluster.ts';
import type { Host } from '../connect/address.ts';
import { Client, type Connection } from '../connect/client.ts';
import { type Db, rowsOf } from '../pool.ts';

const probeTimeoutMs = 2_000;

export const nameOfHost = ({ host, port }: Host): string => `${host}:${port}`;

interface Worker extends Host {
  groupId: number;
  company: string | null;
}

/** Connects to each worker, except for those in `reached`, with the user, the database and the TLS of the connection. */
export async function probeWorkers(
  connection: Connection,
  coordinator: Db,
  reached: ReadonlySet<string> = new Set(),
): Promise<WorkerProbe[]> {
  const { rows } = await coordinator.query<Worker>(
    `SELECT nodename AS host, nodeport AS port, groupid AS "groupId", (SELECT min(id::text) FROM companies) AS company
     FROM pg_dist_node WHERE groupid <> 0 AND noderole = 'primary' AND isactive ORDER BY groupid`,
  );
  return Promise.all(
    rows.map(async (worker) => ({
      host: worker.host,
      port: worker.port,
      problem: reached.has(nameOfHost(worker)) ? undefined : await problemOf(worker, connection),
    })),
  );
}

export function describeWorkers(workers: readonly WorkerProbe[]): string {
  const missed = workers.filter(({ problem }) => problem !== undefined);
  const names = missed.map((worker) => `${nameOfHost(worker)} (${worker.problem})`).join(', ');
  return `The database is a Citus cluster of ${workers.length} workers; ${workers.length - missed.length} are reached directly${missed.length === 0 ? '' : `, the others through the coordinator: ${names}`}`;
}

/** The name of a worker is meant for the coordinator. On another machine it may name another server, or none. */
async function problemOf(worker: Worker, connection: Connection): Promise<string | undefined> {
  if (connection.pooling === 'transaction') return 'DATABASE_POOLING is transaction';
  const client = new Client({
    ...connection,
    primary: { find: () => Promise.resolve(worker), forget: () => undefined },
    application_name: 'doorway finder',
    connectionTimeoutMillis: probeTimeoutMs,
    queryTimeoutMs: probeTimeoutMs,
  });
  // The statement reports a lost connection; without a listener the error would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const rows = await rowsOf<Omit<Worker, keyof Host>>(
      client,
      `SELECT groupid AS "groupId", (SELECT min(id::text) FROM companies) AS company FROM pg_dist_local_group`,
    );
    const isSame = rows[0]?.groupId === worker.groupId && rows[0].company === worker.company;
    return isSame ? undefined : 'another server answers there';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  } finally {
    client.end().catch(() => undefined);
  }
}
