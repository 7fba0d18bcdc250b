import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Followers } from '../events/followers.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { pause } from '../ground/scheduling/pause.ts';

export interface FollowingDeps {
  followers: Pick<Followers, 'onWake'>;
  log: Logger;
}

const collectMs = 1_000;
const stopTimeoutMs = 2_000;

/**
 * Calls `take` with each company that may have new events, one company at a time, a second after it was woken. It rests
 * in between, so that many companies leave most of the time to partners' calls. The returned function stops it.
 */
export function followCompanies(
  { followers, log }: FollowingDeps,
  take: (company: CompanyId) => Promise<void>,
  failure: string,
): () => Promise<void> {
  const waiting = new Set<CompanyId>();
  const stopped = new AbortController();
  const { signal } = stopped;
  let running: Promise<void> | undefined;

  async function work(): Promise<void> {
    while (waiting.size > 0 && !signal.aborted) {
      await pause(collectMs, signal);
      const companies = [...waiting];
      waiting.clear();
      for (const company of companies) {
        if (signal.aborted) break;
        // A company that fails does not stop the others; the next event or poll tries again.
        const startedAt = Date.now();
        await take(company).catch((error: unknown) => {
          if (!signal.aborted) log.warn({ err: error }, failure);
        });
        if (companies.length > 1) await pause(3 * (Date.now() - startedAt), signal);
      }
    }
    running = undefined;
  }

  const leave = followers.onWake((company) => {
    waiting.add(company);
    running ??= work();
  });
  return async () => {
    leave();
    stopped.abort();
    await Promise.race([running, sleep(stopTimeoutMs, undefined, { ref: false })]);
  };
}
