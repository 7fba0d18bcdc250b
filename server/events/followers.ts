import type { Logger } from 'pino';
import { listen, notify } from './listen.ts';
import type { Connection } from '../ground/db/connect/client.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import { pause } from '../ground/scheduling/pause.ts';

/** What follows the events, in this process and in all others. */
export interface Followers {
  /** Wakes what follows the company's events. It is called after the commit that recorded some, and nothing waits for it. */
  wake(company: CompanyId): void;
  /**
   * Calls `woken` with each company that may have new events: as soon as any process records some, and at first and now and then with
   * every company, because notifications can be lost. The result ends it.
   */
  onWake(woken: (company: CompanyId) => void): () => void;
  /** Fulfilled once whatever is recorded from now on wakes, after the first `onWake`. */
  ready: Promise<void>;
  close(): Promise<void>;
}

export interface FollowersOptions {
  connection: Connection;
  pool: Pool;
  companies: () => Promise<CompanyId[]>;
  log: Logger;
  /** How often every company is woken. */
  pollMs?: number;
}

/** Events that are recorded within so long are told to other processes together. */
export const notifyMs = 100;
/** Other processes' events are heard of, and polling finds what was not. */
const usualPollMs = 30_000;
/** Behind a pooler that gives each transaction another connection nothing can be heard, and there is polling only. */
const pollMsBehindPooler = 5_000;
/** A connection that was lost is tried again after so long. */
const retryMs = 1_000;

export function createFollowers({ connection, pool, companies, log, pollMs }: FollowersOptions): Followers {
  const canListen = connection.pooling !== 'transaction';
  const everyMs = pollMs ?? (canListen ? usualPollMs : pollMsBehindPooler);
  const followers = new Set<(company: CompanyId) => void>();
  const untold = new Set<CompanyId>();
  const closed = new AbortController();
  const { signal } = closed;
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> | undefined;
  let begun = false;
  let missed = new AbortController();
  let becomeReady = () => {};
  const ready = new Promise<void>((resolve) => (becomeReady = resolve));

  const wakeHere = (company: CompanyId) => {
    for (const woken of followers) woken(company);
  };

  async function tellOthers(): Promise<void> {
    const companies = [...untold];
    untold.clear();
    await notify(pool, companies).catch((error: unknown) =>
      log.debug({ err: error }, 'other processes find the new events by polling'),
    );
  }

  /** One statement is under way at a time, however long it takes. */
  function tellSoon(): void {
    timer ??= setTimeout(() => {
      telling = tellOthers().then(() => {
        timer = undefined;
        if (untold.size > 0 && !signal.aborted) tellSoon();
      });
    }, notifyMs);
  }

  /** What was recorded while nothing was heard is found by polling, which therefore begins after listening, and again each time. */
  async function poll(): Promise<void> {
    while (!signal.aborted) {
      missed = new AbortController();
      try {
        for (const company of await companies()) wakeHere(company);
      } catch (error) {
        log.debug({ err: error }, 'the companies with new events could not be looked for');
      }
      becomeReady();
      await pause(everyMs, missed.signal);
    }
  }

  async function listenForGood(tried: () => void): Promise<void> {
    for (let told = false; !signal.aborted;) {
      const begun = () => {
        told = false;
        tried();
        missed.abort();
      };
      const failure = await listen(connection, { heard: wakeHere, begun, signal }).catch((error: unknown) => error);
      tried();
      if (!signal.aborted && !told)
        log.warn({ err: failure }, 'new events of other processes are found by polling until they are heard of again');
      told = true;
      await pause(retryMs, signal);
    }
  }

  function begin(): void {
    begun = true;
    const tried = new Promise<void>((resolve) => (canListen ? void listenForGood(resolve) : resolve()));
    void tried.then(poll);
  }

  return {
    ready,
    wake: (company) => {
      wakeHere(company);
      untold.add(company);
      tellSoon();
    },
    onWake: (woken) => {
      followers.add(woken);
      if (begun) missed.abort();
      else begin();
      return () => void followers.delete(woken);
    },
    close: async () => {
      closed.abort();
      missed.abort();
      clearTimeout(timer);
      await telling;
      if (untold.size > 0) await tellOthers();
    },
  };
}

/** A write that wakes the followers once it has made something. */
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
