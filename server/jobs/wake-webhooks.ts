import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { addDeliveries } from './webhooks.ts';
import type { Followers } from '../events/followers.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import { readStandings, type Standing } from '../webhooks/positions-store.ts';

export interface WakingWebhooks {
  pool: Pool;
  followers: Pick<Followers, 'onWake'>;
  log: Logger;
}

/** A company is looked at so often at the most, and one without endpoints, or that cannot be looked at, less often. */
const restMs = 100;
const longRestMs = 2_000;
/** Polling wakes sooner. */
const longestTimerMs = 60_000;
/** How long the end waits for the look that is under way. */
const stopTimeoutMs = 2_000;

/** Which endpoints have something to be told, healthy and failing ones apart, and when to look at the others that have. */
export function whatIsDue(
  standings: Standing[],
  now: Date,
): { healthy: string[]; failing: string[]; lookAt: Date | undefined } {
  const due = { healthy: [] as string[], failing: [] as string[] };
  let lookAt: Date | undefined;
  for (const { id, behind, failing, nextTryAt, leasedUntil } of standings) {
    if (!behind) continue;
    // A job waits for the next try already; who has the lease looks for more before giving it back, unless it is killed.
    const notBefore = [nextTryAt, leasedUntil].reduce((a, b) => (a === null || (b !== null && b > a) ? b : a));
    if (notBefore === null || notBefore <= now) due[failing ? 'failing' : 'healthy'].push(id);
    else if (lookAt === undefined || notBefore < lookAt) lookAt = notBefore;
  }
  return { ...due, lookAt };
}

/** Puts a job into the queue for each endpoint that has something to be told of. The answer stops it. */
export function startWakingWebhooks({ pool, followers, log }: WakingWebhooks): () => Promise<void> {
  /** The companies that are looked at now, or were lately, and whether they were woken meanwhile. */
  const resting = new Map<CompanyId, boolean>();
  /** When companies are looked at again though nothing wakes them. */
  const later = new Map<CompanyId, NodeJS.Timeout>();
  let stopped = false;
  let looking: Promise<void> = Promise.resolve();

  /** Answers for how long the company may rest. */
  async function look(company: CompanyId): Promise<number> {
    const standings = await readStandings(pool, company);
    const now = new Date();
    const { healthy, failing, lookAt } = whatIsDue(standings, now);
    await addDeliveries(pool, { company, endpointIds: healthy, failing: false });
    await addDeliveries(pool, { company, endpointIds: failing, failing: true });
    clearTimeout(later.get(company));
    later.delete(company);
    if (lookAt !== undefined)
      later.set(
        company,
        setTimeout(() => wake(company), Math.min(lookAt.getTime() - now.getTime() + 1, longestTimerMs)).unref(),
      );
    return standings.length === 0 ? longRestMs : restMs;
  }

  async function lookAndRest(company: CompanyId): Promise<void> {
    if (stopped) return;
    const forMs = await look(company).catch((error: unknown) => {
      log.debug({ err: error }, 'the webhooks of a company could not be looked at; they are again');
      resting.set(company, true);
      return longRestMs;
    });
    setTimeout(() => {
      const woken = resting.get(company) === true;
      resting.delete(company);
      if (woken) wake(company);
    }, forMs).unref();
  }

  /** One company is looked at at a time. */
  function wake(company: CompanyId): void {
    const isResting = resting.has(company);
    resting.set(company, isResting);
    if (!isResting) looking = looking.then(() => lookAndRest(company));
  }

  const leave = followers.onWake(wake);
  return async () => {
    leave();
    stopped = true;
    for (const timer of later.values()) clearTimeout(timer);
    await Promise.race([looking, sleep(stopTimeoutMs, undefined, { ref: false })]);
  };
}
