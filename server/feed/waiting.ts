import type { Followers } from '../events/followers.ts';
import type { CompanyId } from '../ground/db/pool.ts';

export interface Waiter {
  /** Whether this waiter, or all of them, were ended. */
  readonly over: boolean;
  /** Resolves once there may be new events since the last call, or after this time. */
  next(timeoutMs: number): Promise<void>;
  end(): void;
}

export interface Waiters {
  /** `reader` is the id of an operator or a partner. Undefined if too many are waiting. The caller must end the waiter. */
  enter(company: CompanyId, reader: string): Waiter | undefined;
  readonly count: number;
  readonly closed: boolean;
  close(): void;
}

/** Each waiter costs memory, a connection, and a query with every wake. */
const maxWaiting = 500;
export const maxWaitingPerReader = 20;
const usualWakeIntervalMs = 200;

/** After a wake, the next one comes `wakeIntervalMs` later at the earliest. Waiters hold no connection to the database. */
export function createWaiting(
  followers: Followers,
  { maxPerReader = maxWaitingPerReader, wakeIntervalMs = usualWakeIntervalMs } = {},
): Waiters {
  const companies = new Map<CompanyId, Set<Wakeable>>();
  const perReader = new Map<string, number>();
  let count = 0;
  let closed = false;
  let unfollow: (() => void) | undefined;

  const wake = (company: CompanyId) => {
    for (const waiter of companies.get(company) ?? []) waiter.wake();
  };

  function leave(company: CompanyId, reader: string, waiter: Wakeable): void {
    const others = companies.get(company);
    if (others?.delete(waiter) !== true) return;
    count -= 1;
    if (others.size === 0) companies.delete(company);
    const left = (perReader.get(reader) ?? 1) - 1;
    if (left === 0) perReader.delete(reader);
    else perReader.set(reader, left);
  }

  return {
    get count() {
      return count;
    },
    get closed() {
      return closed;
    },
    enter: (company, reader) => {
      const own = perReader.get(reader) ?? 0;
      if (closed || count >= maxWaiting || own >= maxPerReader) return undefined;
      unfollow ??= followers.onWake(wake, async () => [...companies.keys()]);
      const waiter = createWaiter(wakeIntervalMs, () => leave(company, reader, waiter));
      const others = companies.get(company) ?? new Set();
      companies.set(company, others.add(waiter));
      perReader.set(reader, own + 1);
      count += 1;
      return waiter;
    },
    close: () => {
      closed = true;
      unfollow?.();
      for (const waiter of [...companies.values()].flatMap((some) => [...some])) waiter.end();
    },
  };
}

interface Wakeable extends Waiter {
  wake(): void;
}

function createWaiter(wakeIntervalMs: number, left: () => void): Wakeable {
  let over = false;
  let woken = false;
  let wokenAt = 0;
  let go: (() => void) | undefined;

  const waitAtMost = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      go = () => {
        clearTimeout(timer);
        resolve();
      };
    }).finally(() => (go = undefined));

  return {
    get over() {
      return over;
    },
    wake: () => {
      woken = true;
      go?.();
    },
    next: async (timeoutMs) => {
      const until = Date.now() + timeoutMs;
      while (!over && !woken && Date.now() < until) await waitAtMost(until - Date.now());
      const rested = Math.min(wokenAt + wakeIntervalMs, until);
      while (!over && Date.now() < rested) await waitAtMost(rested - Date.now());
      woken = false;
      wokenAt = Date.now();
    },
    end: () => {
      over = true;
      left();
      go?.();
    },
  };
}
