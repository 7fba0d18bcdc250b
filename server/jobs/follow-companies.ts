import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Followers } from '../events/followers.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { pause } from '../ground/scheduling/pause.ts';

export interface FollowingDeps {
  followers: Pick<Followers, 'onWake'>;
  log: Logger;
}

export interface Follower {
  /** The companies that it has not followed to their last event. */
  behind: () => Promise<CompanyId[]>;
  /** One step; returns whether the company has more. */
  take: (company: CompanyId) => Promise<boolean>;
  /** The log line about a step that failed. */
  failure: string;
  /** How long it waits for a second without new events, at most. */
  maxWaitMs?: number;
}

const quietMs = 1_000;
const stopTimeoutMs = 2_000;

/**
 * Takes steps for each company that may have new events, one company at a time, from a second after it was woken. It
 * rests after each step, so that most of the time is left to partners' calls. The returned function stops it.
 */
export function followCompanies(
  { followers, log }: FollowingDeps,
  { behind, take, failure, maxWaitMs = quietMs }: Follower,
): () => Promise<void> {
  const waiting = new Set<CompanyId>();
  const stopped = new AbortController();
  const { signal } = stopped;
  let running: Promise<void> | undefined;
  let lastWakeAt = 0;

  async function work(): Promise<void> {
    while (waiting.size > 0 && !signal.aborted) {
      const startedAt = Date.now();
      do await pause(quietMs, signal);
      while (Date.now() - lastWakeAt < quietMs && Date.now() - startedAt < maxWaitMs && !signal.aborted);
      const companies = [...waiting];
      waiting.clear();
      for (const company of companies) {
        // A company that fails does not stop the others; the next event or poll tries again.
        await takeAll(company, companies.length > 1).catch((error: unknown) => {
          if (!signal.aborted) log.warn({ err: error }, failure);
        });
      }
    }
    running = undefined;
  }

  async function takeAll(company: CompanyId, hasOthers: boolean): Promise<void> {
    for (let hasMore = true; hasMore && !signal.aborted;) {
      const startedAt = Date.now();
      hasMore = await take(company);
      if (hasMore || hasOthers) await pause(3 * (Date.now() - startedAt), signal);
    }
  }

  const leave = followers.onWake((company) => {
    waiting.add(company);
    lastWakeAt = Date.now();
    running ??= work();
  }, behind);
  return async () => {
    leave();
    stopped.abort();
    await Promise.race([running, sleep(stopTimeoutMs, undefined, { ref: false })]);
  };
}
