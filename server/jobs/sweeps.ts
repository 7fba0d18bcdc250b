import type { Logger } from 'pino';
import { addJob } from './queue.ts';
import { oneAtATime, type ScheduledJobs } from './runner.ts';
import type { Db } from '../ground/db/pool.ts';

export interface Sweep {
  name: string;
  /** Must end soon after the signal. */
  run(now: Date, signal: AbortSignal): Promise<unknown>;
}

const task = 'sweeps';
const everyHour = '0 * * * *';
/** If a process is killed during the sweeps, another one repeats them. */
const tries = 3;

/** The sweeps run every hour, one after the other. The queue lets one process at a time run them. */
export function sweepingJobs(sweeps: Sweep[], log: Logger): ScheduledJobs {
  async function sweepAll(_payload: unknown, signal: AbortSignal): Promise<void> {
    for (const { name, run } of sweeps) {
      if (signal.aborted) return;
      // A sweep that fails does not stop the others, and runs again in an hour.
      await Promise.resolve()
        .then(() => run(new Date(), signal))
        .catch((error: unknown) =>
          log.warn({ err: error, sweep: name }, `the sweep of ${name} failed; it runs again in an hour`),
        );
    }
  }
  return { tasks: { [task]: sweepAll }, cron: [oneAtATime(task, { match: everyHour, tries })] };
}

/** For the start of a process: what expired while none was running is removed now, not at the next full hour. */
export const sweepSoon = (db: Db): Promise<void> => addJob(db, { task, payload: {}, key: task, queue: task, tries });
