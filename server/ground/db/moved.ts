import { type Db, rowsOf } from './pool.ts';
import { hasTable } from './tables.ts';
import { CommandError } from '../../errors/command-error.ts';

/** A move of this database to another one, or from another one into this. */
export interface MoveState {
  /** The same in both databases. */
  id: string;
  /** The name of the other database. */
  other: string;
  beganAt: Date;
  /** The source refuses writes from this time on. */
  movedAt: Date | undefined;
}

/** Not a migration: the schema exists only while a move is unfinished, and in a database that has moved. */
export const moveSchema = 'doorway_move';

export async function readMove(db: Db): Promise<MoveState | undefined> {
  if (!(await hasTable(db, `${moveSchema}.state`))) return undefined;
  const rows = await rowsOf<Omit<MoveState, 'movedAt'> & { movedAt: Date | null }>(
    db,
    `SELECT id, other, began_at AS "beganAt", moved_at AS "movedAt" FROM ${moveSchema}.state`,
  );
  return rows.map((row) => ({ ...row, movedAt: row.movedAt ?? undefined }))[0];
}

export async function refuseMoved(db: Db): Promise<void> {
  const move = await readMove(db);
  if (move?.movedAt === undefined) return;
  throw new CommandError(
    `This database has moved to ${move.other} (${move.movedAt.toISOString()}) and refuses writes. Set DATABASE_URL to the new database. To use this one again, without the writes since then, run doorway move --cancel --force.`,
  );
}
