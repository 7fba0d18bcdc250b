import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../../../errors/command-error.ts';
import { type Db, columnOf, onlyRowOf } from '../pool.ts';
import { readMove, refuseMoved } from '../moved.ts';
import { refuseUnfinished } from '../unfinished.ts';

/** Returns the number of workers, if the tables can be distributed over them. */
export async function checkCluster(db: Db): Promise<number> {
  const { rows } = await db.query<{ citus: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS citus`,
  );
  if (rows[0]?.citus !== true)
    throw new CommandError(
      'This database is a plain PostgreSQL: it does not have the extension citus. Install Citus on every node, run CREATE EXTENSION citus in this database on each, and add the workers with citus_add_node. Nothing was changed.',
    );
  const { isWorker, workers } = await onlyRowOf<{ isWorker: boolean; workers: number }>(
    db,
    `SELECT groupid <> 0 AS "isWorker",
            (SELECT count(*)::integer FROM pg_dist_node
             WHERE groupid <> 0 AND noderole = 'primary' AND isactive AND shouldhaveshards) AS workers
     FROM pg_dist_local_group`,
  );
  if (isWorker)
    throw new CommandError(
      'This database is a worker of a cluster. Set DATABASE_URL to the coordinator. Nothing was changed.',
    );
  if (workers === 0)
    throw new CommandError(
      `The cluster has no workers. Add them with SELECT citus_add_node('host', 5432). Nothing was changed.`,
    );
  return workers;
}

export async function refuseUnfinishedWork(db: Db): Promise<void> {
  await refuseUnfinished(db);
  await refuseMoved(db);
  const move = await readMove(db);
  if (move !== undefined)
    throw new CommandError(
      `A move of this database to ${move.other} has begun. Finish it, or run doorway move --cancel. Nothing was changed.`,
    );
}

/** Connections of services, workers and other commands. Those that are left out wait for the lock of migrations. */
export const otherProcesses = (db: Db): Promise<string[]> =>
  columnOf(
    db,
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name ~ '^doorway'
       AND application_name NOT IN ('doorway distribute', 'doorway migrate', 'doorway doctor', 'doorway finder')
     ORDER BY 1`,
  );

/** The server ends a closed connection after a moment. */
const closingMs = 2_000;

export async function refuseOtherProcesses(db: Db): Promise<void> {
  for (const deadline = Date.now() + closingMs; ; await sleep(100)) {
    const names = await otherProcesses(db);
    if (names.length === 0) return;
    if (Date.now() > deadline)
      throw new CommandError(
        `A process of Doorway uses this database (${names.join(', ')}). Stop all services and workers, and run the command again. No table was distributed.`,
      );
  }
}
