import { connectTo, holdLock } from './connections.ts';
import { dropChangeLog } from './source.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Client, Connection } from '../../ground/db/connect/client.ts';
import { readMove } from '../../ground/db/moved.ts';

export type CancelOutcome = 'nothing' | 'cancelled' | 'taken back';

/** Takes log, triggers and fence away. After the end of the move only with `force`. */
export async function cancelMove(connection: Connection, force: boolean): Promise<CancelOutcome> {
  const [source, guard] = [await connectTo(connection, undefined), await connectTo(connection, undefined)];
  try {
    if (!(await holdLock(guard))) throw new CommandError('The move is running. Stop it first.');
    const move = await readMove(source);
    if (move?.movedAt !== undefined && !force)
      throw new CommandError(
        `The database has moved to ${move.other} (${move.movedAt.toISOString()}). Writes since then are only there. To use the old database again anyway, add --force.`,
      );
    // Also without a move: an earlier cancellation may have left triggers that do nothing.
    await dropChangeLog(source, undefined);
    return move === undefined ? 'nothing' : move.movedAt === undefined ? 'cancelled' : 'taken back';
  } finally {
    for (const client of [guard, source]) await client.end().catch(() => undefined);
  }
}

/** A failed move: takes log and triggers away, and says if that is not possible. */
export async function abandonMove(connection: Connection, reason: string): Promise<void> {
  const repeat = 'Run the same command again to end the move, or doorway move --cancel';
  let source: Client | undefined;
  try {
    source = await connectTo(connection, undefined);
    if ((await readMove(source))?.movedAt === undefined) return await dropChangeLog(source, undefined);
  } catch (error) {
    throw new CommandError(`${reason} The source could not be cleaned up: ${(error as Error).message} ${repeat}.`);
  } finally {
    await source?.end().catch(() => undefined);
  }
  throw new CommandError(
    `${reason} The source refuses writes already; the target is complete, but not open yet. ${repeat} --force.`,
  );
}
