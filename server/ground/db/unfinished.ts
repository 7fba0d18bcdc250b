import { type Db, rowOf, execute } from './pool.ts';
import { hasTable } from './tables.ts';
import { CommandError } from '../../errors/command-error.ts';

/** A restore or a move that fills this database. Until it ends, no service may use the database. */
export interface UnfinishedWork {
  kind: 'restore' | 'move';
  /** The backup or the database that is copied. A repeated command continues only with the same one. */
  source: string;
  beganAt: Date;
  /** The rows are in the database; the rest of the work can be repeated. */
  isLoaded: boolean;
}

/** Not a migration: the table exists only while such work is unfinished. */
const table = 'doorway_unfinished';

export async function readUnfinished(db: Db): Promise<UnfinishedWork | undefined> {
  if (!(await hasTable(db, table))) return undefined;
  return rowOf<UnfinishedWork>(db, `SELECT kind, source, began_at AS "beganAt", is_loaded AS "isLoaded" FROM ${table}`);
}

export async function beginUnfinished(db: Db, work: Omit<UnfinishedWork, 'isLoaded'>): Promise<void> {
  await db.query(
    `CREATE TABLE ${table} (
       kind text NOT NULL, source text NOT NULL, began_at timestamptz NOT NULL, is_loaded boolean NOT NULL DEFAULT false)`,
  );
  await db.query(`INSERT INTO ${table} VALUES ($1, $2, $3)`, [work.kind, work.source, work.beganAt]);
}

/** In the transaction that commits the rows. */
export const markLoaded = (tx: Db): Promise<void> => execute(tx, `UPDATE ${table} SET is_loaded = true`);

export const endUnfinished = (db: Db): Promise<void> => execute(db, `DROP TABLE ${table}`);

export async function refuseUnfinished(db: Db): Promise<void> {
  const work = await readUnfinished(db);
  if (work === undefined) return;
  throw new CommandError(
    `This database is incomplete: a ${work.kind} from ${work.source} began ${work.beganAt.toISOString()} and has not ended. Run the same doorway ${work.kind} again; it continues. Or begin with an empty database.`,
  );
}
