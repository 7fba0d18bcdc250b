import type { Call } from './call.ts';
import { createLanes } from './lanes.ts';
import { isDataRefused } from '../ground/db/failures.ts';
import type { CompanyId } from '../ground/db/pool.ts';

export interface QueueOptions {
  /** `again`: some of them may have been written before, by a call whose answer was lost on its way. */
  write: (company: CompanyId, calls: Call[], again: boolean) => Promise<void>;
  /** Told how many calls were given up. */
  dropped: (many: number) => void;
  /** Told of a write that failed and will be tried again. */
  failed: (error: unknown) => void;
}

const pause = 200;
const pauseAfterFailure = 1_000;
const mostInStatement = 500;
const patience = 2_000;

export interface CallQueue {
  add(company: CompanyId, call: Call): void;
  /** Writes what is left, and gives up what cannot be written soon. */
  close(): Promise<void>;
}

/**
 * Calls wait in memory until a few of them share a statement. Nobody waits for the queue: where it cannot be written as fast as
 * it grows, its lanes lose some.
 */
export function createQueue({ write, dropped, failed }: QueueOptions): CallQueue {
  const lanes = createLanes(dropped);
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<boolean> | undefined;

  function add(company: CompanyId, call: Call): void {
    lanes.add(company, call);
    if (flushing !== undefined) return;
    if (lanes.lengthOf(company) === mostInStatement) schedule(0);
    else if (timer === undefined) schedule(pause);
  }

  function schedule(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), milliseconds).unref();
  }

  /** One statement at a time, so that the calls never hold more than one connection. */
  function flush(): Promise<boolean> {
    clearTimeout(timer);
    timer = undefined;
    flushing ??= writeAll().then((done) => {
      flushing = undefined;
      if (lanes.held > 0) schedule(done ? pause : pauseAfterFailure);
      return done;
    });
    return flushing;
  }

  /** What is there now; what comes meanwhile waits for others to share a statement with. */
  async function writeAll(): Promise<boolean> {
    const now = lanes.companies.map((company) => [company, lanes.lengthOf(company)] as const);
    for (const [company, length] of now)
      for (let left = length; left > 0; left -= mostInStatement) {
        const batch = lanes.take(company, Math.min(left, mostInStatement));
        if (batch.length === 0) break;
        try {
          await writeTogether(
            company,
            batch.map(({ call }) => call),
            batch.some(({ again }) => again),
          );
        } catch (error) {
          failed(error);
          lanes.putBack(company, batch);
          return false;
        }
        lanes.done(batch);
      }
    return true;
  }

  async function writeTogether(company: CompanyId, batch: Call[], again: boolean): Promise<void> {
    try {
      await write(company, batch, again);
    } catch (error) {
      if (!isDataRefused(error)) throw error;
      // One value that PostgreSQL refuses must not take the others with it.
      if (batch.length > 1) for (const one of batch) await writeTogether(company, [one], again);
      else {
        failed(error);
        dropped(1);
      }
    }
  }

  async function close(): Promise<void> {
    const deadline = new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), patience).unref();
    });
    const rest = async () => {
      await flushing;
      return flush();
    };
    const done = await Promise.race([rest(), deadline]);
    clearTimeout(timer);
    if (!done && lanes.held > 0) dropped(lanes.held);
  }

  return { add, close };
}
