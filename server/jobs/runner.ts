import { EventEmitter, setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCronItems, run, type CronItem, type Runner, type WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';
import { freeDeadLocks, renewIntervalMs, renewLocks } from './queue.ts';
import type { Connection } from '../ground/db/connect/client.ts';
import type { Pool } from '../ground/db/pool.ts';
import { queueOptions } from '../ground/db/queue.ts';
import { pause } from '../ground/scheduling/pause.ts';

/** What is done with a job. The signal is given where the process is told to stop. A failure is tried again, as often as the job says. */
export type Task = (payload: any, signal: AbortSignal) => Promise<void>;

export interface RunnerOptions {
  connection: Connection;
  tasks: Record<string, Task>;
  /** What is put into the queue at certain times. */
  cron?: CronItem[];
  log: Logger;
  /** So many jobs are under way at once. Most of them wait for somebody else's server. */
  concurrency?: number;
  /** How many connections to the database it has at most; one of them listens. */
  connections?: number;
  renewIntervalMs?: number;
}

/** A queue that cannot be reached is tried again after so long. */
const retryMs = 5_000;
/** How long the end waits for the jobs that are under way. */
const stopTimeoutMs = 4_000;

/** Takes jobs from the queue until it is stopped; any number of processes may do so. The answer stops it. */
export function startRunner({
  connection,
  tasks,
  cron = [],
  log,
  concurrency = 20,
  connections = 4,
  renewIntervalMs: intervalMs = renewIntervalMs,
}: RunnerOptions): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  // Each job that is under way may listen.
  setMaxListeners(0, signal);
  let running: Runner | undefined;

  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload, signal)]),
  );

  /** Keeps the locks of this runner's jobs, and frees those of dead runners. */
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
    const options = queueOptions(connection, connections, log);
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
            // Without these, nobody waits for the end of a job to be written down, and where that fails, the process ends.
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

  async function runForGood(): Promise<void> {
    while (!signal.aborted) {
      await runOnce().catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, 'the queue of jobs could not be read; it is tried again');
      });
      await pause(retryMs, signal);
    }
  }

  const over = runForGood();
  return async () => {
    stopped.abort();
    // A database that has fallen silent answers no farewell.
    const ended = Promise.all([running?.stop().catch(() => undefined), over]);
    await Promise.race([ended, sleep(stopTimeoutMs, undefined, { ref: false })]);
  };
}
