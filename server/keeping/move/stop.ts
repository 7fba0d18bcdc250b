import { checkSource, readInstallation, unmovedTables } from './checks.ts';
import { inTransaction } from './connections.ts';
import { applyChanges } from './follow.ts';
import { buildFence, lockTables, whenFree } from './source.ts';
import type { OpenMove } from './transfer.ts';
import { addJobs, readJobs } from '../queue.ts';
import { linesOf } from '../restore/lines.ts';
import { CommandError } from '../../errors/command-error.ts';
import { readMove } from '../../ground/db/moved.ts';

export interface StopOptions {
  id: string;
  maxStopMs: number;
  signal: AbortSignal | undefined;
}

/** The source goes on as before. */
export class StopTooLong extends CommandError {}

/**
 * Stops the writers of the source, brings over the rest, and builds the fence. The target is complete and committed
 * before the fence is, and opens after it: never do both databases accept writes. Returns when the writers stopped.
 */
export async function stopSource(move: OpenMove, { id, maxStopMs, signal }: StopOptions): Promise<Date> {
  const { source, target } = move;
  const all = [...move.tables.map(({ name }) => name), ...unmovedTables];
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  try {
    return await whenFree(source, signal, async () => {
      await lockTables(source, all);
      const stoppedAt = new Date();
      timer = setTimeout(() => {
        limit.abort();
        for (const { connection } of [source, target]) connection.stream.destroy();
      }, maxStopMs);
      // If this process or its network stands still, the server lets the writers go on.
      await source.query(`SET LOCAL idle_in_transaction_session_timeout = ${maxStopMs}`);
      await checkSource(source);
      const states = [await readMove(source), await readMove(target)];
      if (states.some((state) => state?.id !== id))
        throw new CommandError('Another doorway move or doorway move --cancel has taken over. Run the command again.');
      await inTransaction(target, 'READ WRITE', async () => {
        await applyChanges(move);
        await moveRest(move);
      });
      await buildFence(source, all, new Date());
      clearTimeout(timer);
      return stoppedAt;
    });
  } catch (error) {
    throw limit.signal.aborted
      ? new StopTooLong(
          `The rest could not be copied within ${maxStopMs / 1_000} s. The source is in use as before. Move at a quieter time, or allow more with --max-stop.`,
        )
      : error;
  } finally {
    clearTimeout(timer);
  }
}

/** PostgreSQL has no larger values. */
const maxJobBytes = 2 ** 30;

/** Jobs, and the number by which backups know the installation. A try that did not end may have brought them. */
async function moveRest({ source, target }: OpenMove): Promise<void> {
  await target.query('SELECT FROM graphile_worker.complete_jobs(ARRAY(SELECT id FROM graphile_worker.jobs))');
  await addJobs(target, linesOf(readJobs(source), maxJobBytes));
  await target.query('UPDATE doorway_versions SET installation = $1', [await readInstallation(source)]);
}
