import type { Followers } from './followers.ts';
import type { CompanyId } from '../ground/db/pool.ts';

/** Somebody who waits for a company's events. */
export interface Waiter {
  /** Whether there is nothing to wait for any more: it was ended, or all were. */
  readonly over: boolean;
  /** Until there may be events that came after the last call, at most so long. */
  next(mostMs: number): Promise<void>;
  end(): void;
}

export interface Waiting {
  /** A place among those who wait; undefined where there is none left. Whoever gets one ends it. */
  enter(company: CompanyId, operatorId: string): Waiter | undefined;
  /** How many wait. */
  readonly many: number;
  readonly closed: boolean;
  /** Ends the waiting of all, and nobody waits any more. */
  close(): void;
}

/** Each costs memory, a connection of its caller, and a look into the database with every wake. */
export const mostWaiting = 500;
export const mostWaitingPerOperator = 20;
/** Whoever is woken again and again looks no more often than this. */
const restMs = 200;

/** Those who wait for events hold no connection to the database meanwhile. */
export function createWaiting(followers: Followers): Waiting {
  const companies = new Map<CompanyId, Set<Wakeable>>();
  const perOperator = new Map<string, number>();
  let many = 0;
  let closed = false;
  let unfollow: (() => void) | undefined;

  const wake = (company: CompanyId) => {
    for (const waiter of companies.get(company) ?? []) waiter.wake();
  };

  function leave(company: CompanyId, operatorId: string, waiter: Wakeable): void {
    const others = companies.get(company);
    if (others?.delete(waiter) !== true) return;
    many -= 1;
    if (others.size === 0) companies.delete(company);
    const left = (perOperator.get(operatorId) ?? 1) - 1;
    if (left === 0) perOperator.delete(operatorId);
    else perOperator.set(operatorId, left);
  }

  return {
    get many() {
      return many;
    },
    get closed() {
      return closed;
    },
    enter: (company, operatorId) => {
      const own = perOperator.get(operatorId) ?? 0;
      if (closed || many >= mostWaiting || own >= mostWaitingPerOperator) return undefined;
      // Nobody listens before somebody waits.
      unfollow ??= followers.onWake(wake);
      const waiter = createWaiter(() => leave(company, operatorId, waiter));
      const others = companies.get(company) ?? new Set();
      companies.set(company, others.add(waiter));
      perOperator.set(operatorId, own + 1);
      many += 1;
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

function createWaiter(left: () => void): Wakeable {
  let over = false;
  let woken = false;
  let lookedAt = 0;
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
    next: async (mostMs) => {
      const until = Date.now() + mostMs;
      while (!over && !woken && Date.now() < until) await waitAtMost(until - Date.now());
      const rested = Math.min(lookedAt + restMs, until);
      while (!over && Date.now() < rested) await waitAtMost(rested - Date.now());
      woken = false;
      lookedAt = Date.now();
    },
    end: () => {
      over = true;
      left();
      go?.();
    },
  };
}
