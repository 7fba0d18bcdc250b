import { EventEmitter, setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCronItems, run, type CronItem, type Runner, type WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';
import { freeDeadLocks, renewIntervalMs, renewLocks } from './queue.ts';
import { CommandError } from '../errors/command-error.ts';
import type { Connection } from '../ground/db/connect/client.ts';
import type { Pool } from '../ground/db/pool.ts';
import { queueOptions } from '../ground/db/queue.ts';
import { pause } from '../ground/scheduling/pause.ts';

/** The signal is aborted when the process stops. If the task rejects, it is tried again, as often as the job allows. */
export type Task = (payload: any, signal: AbortSignal) => Promise<void>;

export interface RunnerOptions {
  connection: Connection;
  tasks: Record<string, Task>;
  cron?: CronItem[];
  log: Logger;
  /** Jobs that run at once. */
  concurrency?: number;
  /** One of these connections listens for new jobs. */
  maxConnections?: number;
  renewIntervalMs?: number;
}

export type ScheduledJobs = Required<Pick<RunnerOptions, 'tasks' | 'cron'>>;

/** One process at a time runs the task, and at most one more job waits for it. */
export const oneAtATime = (
  task: string,
  { match, tries, backfillMs = 0 }: { match: string; tries: number; backfillMs?: number },
): CronItem => ({
  task,
  match,
  options: { backfillPeriod: backfillMs, maxAttempts: tries, queueName: task, jobKey: task },
});

const retryMs = 5_000;
const stopTimeoutMs = 4_000;

/** Any number of processes may run jobs of one queue. The returned function stops it. */
export function startRunner({
  connection,
  tasks,
  cron = [],
  log,
  concurrency = 20,
  maxConnections = 4,
  renewIntervalMs: intervalMs = renewIntervalMs,
}: RunnerOptions): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  // Each running job may add a listener.
  setMaxListeners(0, signal);
  let running: Runner | undefined;

  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload, signal)]),
  );

  async function keepLocks(pool: Pool, runnerId: () => string | undefined, ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      try {
        const id = runnerId();
        if (id !== undefined) await renewLocks(pool, id);
        await freeDeadLocks(pool);
      } catch (error) {
        log.debug({ err: error }, 'the locks of jobs could not be renewed; they are again');
      }
      await pause(intervalMs, ended);
    }
  }

  async function runOnce(): Promise<void> {
    const options = queueOptions(connection, maxConnections, log);
    const events: WorkerEvents = new EventEmitter();
    let runnerId: string | undefined;
    events.on('pool:create', ({ workerPool }) => (runnerId = workerPool.id));
    const ended = new AbortController();
    const keeping = keepLocks(options.pgPool, () => runnerId, ended.signal);
    try {
      running = await run({
        ...options,
        events,
        concurrency,
        taskList,
        parsedCronItems: parseCronItems(cron),
        noHandleSignals: true,
        preset: {
          worker: {
            gracefulShutdownAbortTimeout: 1_000,
            // By default graphile-worker writes results of jobs later, and a failure to do so ends the process.
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
          },
        },
      });
      if (signal.aborted) await running.stop();
      await running.promise;
    } finally {
      running = undefined;
      ended.abort();
      await keeping;
      await options.pgPool.end();
    }
  }

  async function runUntilStopped(): Promise<void> {
    while (!signal.aborted) {
      await runOnce().catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, 'the queue of jobs could not be read; it is tried again');
      });
      await pause(retryMs, signal);
    }
  }

  const over = runUntilStopped();
  return async () => {
    stopped.abort(new CommandError('The process was stopped meanwhile; the next start takes it.'));
    // Don't wait forever: a dead connection to the database never answers.
    const ended = Promise.all([running?.stop().catch(() => undefined), over]);
    await Promise.race([ended, sleep(stopTimeoutMs, undefined, { ref: false })]);
  };
}
