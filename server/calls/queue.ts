import type { Call } from './rules.ts';
import { createCompanyQueues } from './company-queues.ts';
import { isDataRefused } from '../ground/db/failures.ts';
import type { CompanyId } from '../ground/db/pool.ts';

export interface QueueOptions {
  /** `again`: some calls may already be stored, because the answer of an earlier write was lost. */
  write: (company: CompanyId, calls: Call[], again: boolean) => Promise<void>;
  dropped: (count: number) => void;
  /** The write will be repeated. */
  failed: (error: unknown) => void;
}

const writeIntervalMs = 200;
const retryIntervalMs = 1_000;
/** How long a round goes on after a failure: on a cluster, calls of companies on other workers can still be written. */
const maxFailingMs = 5_000;
const maxPerStatement = 500;
const closeTimeoutMs = 2_000;

export interface CallQueue {
  add(company: CompanyId, call: Call): void;
  /** Resolves once the calls of a company that were added before are written, or could not be. */
  flush(company: CompanyId): Promise<void>;
  /** Gives up calls that are not written within two seconds. */
  close(): Promise<void>;
}

/** Writes many calls in one statement. No request waits for it: if the queues grow too fast, they drop calls. */
export function createQueue({ write, dropped, failed }: QueueOptions): CallQueue {
  const queues = createCompanyQueues(dropped);
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<boolean> | undefined;

  function add(company: CompanyId, call: Call): void {
    queues.add(company, call);
    if (flushing !== undefined) return;
    if (queues.lengthOf(company) === maxPerStatement) schedule(0);
    else if (timer === undefined) schedule(writeIntervalMs);
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delayMs).unref();
  }

  /** One statement at a time, so that the queue never uses more than one connection. */
  function flush(): Promise<boolean> {
    clearTimeout(timer);
    timer = undefined;
    flushing ??= writeAll().then((done) => {
      flushing = undefined;
      if (queues.count > 0) schedule(done ? writeIntervalMs : retryIntervalMs);
      return done;
    });
    return flushing;
  }

  /** Writes the calls that wait now. Those that arrive meanwhile wait for the next round, to share a statement. */
  async function writeAll(): Promise<boolean> {
    const now = queues.companies.map((company) => [company, queues.lengthOf(company)] as const);
    let failedAt: number | undefined;
    for (const [company, length] of now) {
      if (failedAt !== undefined && Date.now() - failedAt > maxFailingMs) break;
      for (let left = length; left > 0; left -= maxPerStatement) {
        const batch = queues.take(company, Math.min(left, maxPerStatement));
        if (batch.length === 0) break;
        try {
          await writeTogether(
            company,
            batch.map(({ call }) => call),
            batch.some(({ again }) => again),
          );
        } catch (error) {
          if (failedAt === undefined) failed(error);
          failedAt ??= Date.now();
          queues.putBack(company, batch);
          break;
        }
        queues.done(batch);
      }
    }
    return failedAt === undefined;
  }

  async function writeTogether(company: CompanyId, batch: Call[], again: boolean): Promise<void> {
    try {
      await write(company, batch, again);
    } catch (error) {
      if (!isDataRefused(error)) throw error;
      // A value that PostgreSQL refuses must not lose the other calls.
      if (batch.length > 1) for (const one of batch) await writeTogether(company, [one], again);
      else {
        failed(error);
        dropped(1);
      }
    }
  }

  async function flushCompany(company: CompanyId): Promise<void> {
    // A write that is under way may have begun before the last call was added.
    await flushing;
    if (queues.lengthOf(company) > 0) await flush();
  }

  async function close(): Promise<void> {
    const deadline = new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), closeTimeoutMs).unref();
    });
    const rest = async () => {
      await flushing;
      return flush();
    };
    const done = await Promise.race([rest(), deadline]);
    clearTimeout(timer);
    if (!done && queues.count > 0) dropped(queues.count);
  }

  return { add, flush: flushCompany, close };
}
