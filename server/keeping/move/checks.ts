import { nameOf } from './connections.ts';
import { refuseWorker } from '../distribution.ts';
import { hasCitus } from '../../ground/db/citus/cluster.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Client } from '../../ground/db/connect/client.ts';
import { migrationsOf } from '../../ground/db/migrate.ts';
import { readMove, type MoveState } from '../../ground/db/moved.ts';
import { type Db, valueOf, onlyRowOf } from '../../ground/db/pool.ts';
import type { Table } from '../../ground/db/tables.ts';
import { readUnfinished } from '../../ground/db/unfinished.ts';
import { version } from '../../package.ts';

/** Describe the database itself: migrations and the first start write them. */
export const unmovedTables: readonly string[] = ['migrations', 'doorway_versions', 'write_probes'];

export async function checkSource(source: Client): Promise<void> {
  const { files, ran = [] } = await migrationsOf(source);
  if (files.some((name) => !ran.includes(name)) || files.length !== ran.length)
    throw new CommandError(
      `The source does not have the schema of this version, ${version}. Start the service in this version, or run doorway migrate, and then move.`,
    );
  const work = await readUnfinished(source);
  if (work !== undefined)
    throw new CommandError(`The source is incomplete: a ${work.kind} from ${work.source} has not ended.`);
  if (await hasCitus(source))
    throw new CommandError(
      'The source is a Citus cluster, which doorway move cannot follow. Use doorway backup and doorway restore instead.',
    );
}

interface TargetFacts {
  encoding: string;
  versionNumber: number;
  version: string;
  /** Of tables and views in the schema public, and of a queue of jobs. */
  count: number;
}

/** Returns the move that has begun to fill the target, if there is one. */
export async function checkTarget(target: Client, source: string): Promise<MoveState | undefined> {
  const facts = await onlyRowOf<TargetFacts>(
    target,
    `SELECT current_setting('server_encoding') AS encoding, current_setting('server_version') AS version,
            current_setting('server_version_num')::integer AS "versionNumber",
            (SELECT count(*)::integer FROM pg_class
             WHERE relnamespace IN ('public'::regnamespace, to_regnamespace('graphile_worker')) AND relkind IN ('r', 'p', 'v', 'm', 'f')
               AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')) AS count`,
  );
  if (facts.versionNumber < 150_000)
    throw new CommandError(`The target is PostgreSQL ${facts.version}, but 15 or newer is needed.`, 2);
  if (facts.encoding !== 'UTF8')
    throw new CommandError(`The target holds ${facts.encoding}. Create a database with ENCODING UTF8.`, 2);
  await refuseWorker(target, `The target ${nameOf(target)}`);
  const work = await readUnfinished(target);
  const begun = work?.kind === 'move' ? await readMove(target) : undefined;
  if (begun?.other === source) return begun;
  if (facts.count > 0)
    throw new CommandError(
      `The target ${nameOf(target)} is not empty${work === undefined ? '' : `: a ${work.kind} from ${work.source} fills it`}. Name an empty database, such as one that CREATE DATABASE has just made.`,
      2,
    );
  return undefined;
}

/** Tables that a move copies. Those that the target lacks are not Doorway's. */
export function sharedTables(source: Table[], target: Table[]): { moved: Table[]; foreign: string[] } {
  const own = source.filter(({ name }) => !unmovedTables.includes(name));
  const moved = own.filter(({ name }) => target.some((table) => table.name === name));
  for (const table of moved) {
    const other = target.find(({ name }) => name === table.name);
    if (JSON.stringify(other) !== JSON.stringify(table))
      throw new CommandError(
        `The table ${table.name} of the source is not as this version makes it (columns: ${table.columns.join(', ')}). Undo what was changed by hand, and then move.`,
      );
  }
  return { moved, foreign: own.filter((table) => !moved.includes(table)).map(({ name }) => name) };
}

export const readInstallation = async (db: Db): Promise<string> =>
  (await valueOf<string>(db, 'SELECT installation FROM doorway_versions')) as string;
