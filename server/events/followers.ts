import type { Logger } from 'pino';
import { listen, notify } from './listen.ts';
import type { Connection } from '../ground/db/connect/client.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import { pause } from '../ground/scheduling/pause.ts';

/** Wakes the code that follows events, in this process and all others. */
export interface Followers {
  /** Call it after the commit that recorded the events. It returns at once. */
  wake(company: CompanyId): void;
  /**
   * Calls `woken` with each company that may have new events, as soon as any process records some. It also calls it at
   * the start and at intervals with the companies that are `behind`, because notifications can be lost. The returned
   * function stops it.
   */
  onWake(woken: (company: CompanyId) => void, behind: () => Promise<CompanyId[]>): () => void;
  /** Resolves, after the first `onWake`, once events of all processes wake it. */
  ready: Promise<void>;
  close(): Promise<void>;
}

export interface FollowersOptions {
  connection: Connection;
  pool: Pool;
  /** All companies: they are woken if nobody can say which are behind, as while a worker of a cluster is lost. */
  companies: () => Promise<CompanyId[]>;
  log: Logger;
  pollIntervalMs?: number;
  notifyIntervalMs?: number;
}

const usualNotifyIntervalMs = 100;
/** Finds events whose notification was lost. */
const usualPollIntervalMs = 30_000;
/** A pooler in transaction mode does not pass notifications on, so only polling works. */
const poolerPollIntervalMs = 5_000;
const retryMs = 1_000;

export function createFollowers({
  connection,
  pool,
  companies,
  log,
  pollIntervalMs,
  notifyIntervalMs = usualNotifyIntervalMs,
}: FollowersOptions): Followers {
  const canListen = connection.pooling !== 'transaction';
  const intervalMs = pollIntervalMs ?? (canListen ? usualPollIntervalMs : poolerPollIntervalMs);
  const followers = new Map<(company: CompanyId) => void, () => Promise<CompanyId[]>>();
  const unannounced = new Set<CompanyId>();
  const closed = new AbortController();
  const { signal } = closed;
  let timer: NodeJS.Timeout | undefined;
  let notifying: Promise<void> | undefined;
  let isStarted = false;
  let missed = new AbortController();
  let becomeReady = () => {};
  const ready = new Promise<void>((resolve) => (becomeReady = resolve));

  const wakeHere = (company: CompanyId) => {
    for (const woken of followers.keys()) woken(company);
  };

  async function notifyOthers(): Promise<void> {
    const companies = [...unannounced];
    unannounced.clear();
    await notify(pool, companies).catch((error: unknown) =>
      log.debug({ err: error }, 'other processes find the new events by polling'),
    );
  }

  function notifySoon(): void {
    timer ??= setTimeout(() => {
      notifying = notifyOthers().then(() => {
        timer = undefined;
        if (unannounced.size > 0 && !signal.aborted) notifySoon();
      });
    }, notifyIntervalMs);
  }

  /** Runs after each start of listening, because earlier notifications were lost. */
  async function poll(): Promise<void> {
    while (!signal.aborted) {
      missed = new AbortController();
      try {
        for (const [woken, behind] of followers) {
          const found = await behind().catch(companies);
          // It may have left meanwhile.
          if (followers.has(woken)) for (const company of found) woken(company);
        }
      } catch (error) {
        log.debug({ err: error }, 'the companies with new events could not be looked for');
      }
      becomeReady();
      await pause(intervalMs, missed.signal);
    }
  }

  async function listenUntilClosed(tried: () => void): Promise<void> {
    for (let isLogged = false; !signal.aborted;) {
      const begun = () => {
        isLogged = false;
        tried();
        missed.abort();
      };
      const failure = await listen(connection, { heard: wakeHere, begun, signal }).catch((error: unknown) => error);
      tried();
      if (!signal.aborted && !isLogged)
        log.warn({ err: failure }, 'new events of other processes are found by polling until they are heard of again');
      isLogged = true;
      await pause(retryMs, signal);
    }
  }

  function begin(): void {
    isStarted = true;
    const tried = new Promise<void>((resolve) => (canListen ? void listenUntilClosed(resolve) : resolve()));
    void tried.then(poll);
  }

  return {
    ready,
    wake: (company) => {
      wakeHere(company);
      unannounced.add(company);
      notifySoon();
    },
    onWake: (woken, behind) => {
      followers.set(woken, behind);
      if (isStarted) missed.abort();
      else begin();
      return () => void followers.delete(woken);
    },
    close: async () => {
      closed.abort();
      missed.abort();
      clearTimeout(timer);
      await notifying;
      if (unannounced.size > 0) await notifyOthers();
    },
  };
}

/** The same as `waking` for a write for several companies. */
export const wakingEach =
  <Item extends { company: CompanyId }, Result extends object | undefined>(
    followers: Followers,
    write: (items: Item[]) => Promise<Result[]>,
  ): typeof write =>
  async (items) => {
    const outcomes = await write(items);
    const created = items.filter((_, at) => outcomes[at] !== undefined && 'created' in outcomes[at]);
    for (const company of new Set(created.map(({ company }) => company))) followers.wake(company);
    return outcomes;
  };

/** Wraps a write so that it wakes the followers if it created something. */
export const waking =
  <Item, Result extends object | undefined>(
    followers: Followers,
    write: (company: CompanyId, items: Item[]) => Promise<Result[]>,
  ): typeof write =>
  async (company, items) => {
    const outcomes = await write(company, items);
    if (outcomes.some((outcome) => outcome !== undefined && 'created' in outcome)) followers.wake(company);
    return outcomes;
  };
