import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Followers } from '../events/followers.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import type { Metrics } from '../ground/http/observe/metrics.ts';
import { createPace } from '../ground/scheduling/pace.ts';
import type { SealingKeys } from '../ground/secrets/seal.ts';
import { deliver, type DeliveryDeps } from '../webhooks/deliver.ts';
import { readStatuses, type EndpointStatus } from '../webhooks/positions-store.ts';

export interface WebhooksDeps {
  pool: Pool;
  followers: Pick<Followers, 'onWake' | 'wake'>;
  config: Config;
  sealingKeys: SealingKeys;
  log: Logger;
  /** Those of the service, if it runs in this process. */
  metrics?: Metrics | undefined;
}

/** Limits of one process. Each delivery under way has one socket. */
export interface DeliveryLimits {
  /** Deliveries to healthy endpoints. */
  maxHealthy: number;
  /** Deliveries to endpoints whose last attempt failed. */
  maxFailing: number;
  /**
   * With more healthy deliveries under way than this, attempts time out after `crowdedTimeoutMs`, so that places become
   * free.
   */
  crowdedAbove: number;
  crowdedTimeoutMs: number;
}

const usualLimits: DeliveryLimits = { maxHealthy: 1_000, maxFailing: 100, crowdedAbove: 500, crowdedTimeoutMs: 2_000 };
/** Turns that read from the database before their first message, so that operators do not wait for a connection. */
const maxStartingHealthy = 10;
const maxStartingFailing = 2;
/** How often new events make a company's endpoints be checked, and if it has none. */
const checkIntervalMs = 100;
const idleCheckIntervalMs = 2_000;
/** Wait after an error of the database. */
const retryMs = 2_000;
/** A timer cannot wait for years. */
const maxTimerMs = 60_000;
const stopTimeoutMs = 2_000;

/**
 * The endpoints that have something to receive now, healthy and failing ones apart, and the time at which the next one
 * has.
 */
export function dueEndpoints(
  statuses: EndpointStatus[],
  now: Date,
): { healthy: string[]; failing: string[]; nextAt: Date | undefined } {
  const due = { healthy: [] as string[], failing: [] as string[] };
  let nextAt: Date | undefined;
  for (const { id, behind, failing, nextTryAt, leasedUntil } of statuses) {
    if (!behind) continue;
    const notBefore = [nextTryAt, leasedUntil].reduce((a, b) => (a === null || (b !== null && b > a) ? b : a));
    if (notBefore === null || notBefore <= now) due[failing ? 'failing' : 'healthy'].push(id);
    else if (nextAt === undefined || notBefore < nextAt) nextAt = notBefore;
  }
  return { ...due, nextAt };
}

/**
 * Delivers the events of all companies. A turn delivers to one endpoint under a lease in its row, so any number of
 * processes can do this. New events wake it, timers wait for retries and for the end of leases of other processes, and
 * polling finds the rest. The result stops it.
 */
export function startWebhooks(
  { followers, metrics, ...rest }: WebhooksDeps,
  limits: DeliveryLimits = usualLimits,
): () => Promise<void> {
  const { pool, log } = rest;
  const deps: DeliveryDeps = {
    ...rest,
    pace: metrics === undefined ? async () => undefined : createPace({ requestSeconds: metrics.requestSeconds }),
    observe: ({ error }, { createdAt }) =>
      metrics?.observeDelivery(
        error ?? 'delivered',
        error === null ? (Date.now() - createdAt.getTime()) / 1000 : undefined,
      ),
  };
  const stopped = new AbortController();
  const { signal } = stopped;
  setMaxListeners(0, signal);
  const healthy = createLane(limits.maxHealthy, maxStartingHealthy);
  const failing = createLane(limits.maxFailing, maxStartingFailing);
  const checks = new Map<CompanyId, { at: number; timer: NodeJS.Timeout }>();
  /** Earliest time at which new events cause the next check. */
  const notBefore = new Map<CompanyId, number>();
  let checking = Promise.resolve();

  const timeoutMs = () => (healthy.underWay.size > limits.crowdedAbove ? limits.crowdedTimeoutMs : undefined);

  /** Plans the next check of a company, unless an earlier one is planned. One company is checked at a time. */
  function planCheck(company: CompanyId, wantedAt: number): void {
    const now = Date.now();
    const at = Math.min(wantedAt, now + maxTimerMs);
    const planned = checks.get(company);
    if (planned !== undefined && planned.at <= at) return;
    clearTimeout(planned?.timer);
    const timer = setTimeout(() => (checking = checking.then(() => check(company))), at - now).unref();
    checks.set(company, { at, timer });
  }

  async function check(company: CompanyId): Promise<void> {
    if (signal.aborted) return;
    checks.delete(company);
    let intervalMs = checkIntervalMs;
    try {
      const statuses = await readStatuses(pool, company);
      if (statuses.length === 0) intervalMs = idleCheckIntervalMs;
      const due = dueEndpoints(statuses, new Date());
      for (const id of due.healthy) healthy.add(id, (onSending) => takeTurn(company, id, { onSending, timeoutMs }));
      for (const id of due.failing)
        failing.add(id, (onSending) => takeTurn(company, id, { onSending, timeoutMs: () => undefined }));
      if (due.nextAt !== undefined) planCheck(company, due.nextAt.getTime() + 1);
    } catch (error) {
      log.debug({ err: error }, 'the webhooks of a company could not be checked; they are again');
      planCheck(company, Date.now() + retryMs);
    }
    notBefore.set(company, Date.now() + intervalMs);
  }

  /** The check that follows finds events that came while this process had the lease, and plans the next try. */
  async function takeTurn(
    company: CompanyId,
    endpointId: string,
    options: { onSending: () => void; timeoutMs: () => number | undefined },
  ): Promise<void> {
    try {
      if (!signal.aborted) await deliver(deps, company, endpointId, { signal, ...options });
      planCheck(company, Date.now());
    } catch (error) {
      log.warn({ err: error, endpoint: endpointId }, 'webhooks could not be delivered; they are tried again');
      planCheck(company, Date.now() + retryMs);
    }
  }

  const unfollow = followers.onWake((company) => planCheck(company, Math.max(Date.now(), notBefore.get(company) ?? 0)));
  return async () => {
    unfollow();
    stopped.abort();
    const ended = Promise.all([checking, ...healthy.underWay, ...failing.underWay]);
    await Promise.race([ended, sleep(stopTimeoutMs, undefined, { ref: false })]);
    // Other processes take over what is left.
    for (const [company, { timer }] of checks) {
      clearTimeout(timer);
      followers.wake(company);
    }
  };
}

type Turn = (onSending: () => void) => Promise<void>;

interface Lane {
  underWay: Set<Promise<void>>;
  /** Adds the turn of an endpoint, unless one waits already. */
  add(endpointId: string, turn: Turn): void;
}

/**
 * Takes turns first come, first served. Only few of them may be starting, which is reading from the database: a turn
 * that waits for its endpoint makes room for the next. However many endpoints hang, those after them are not kept
 * waiting.
 */
function createLane(maxUnderWay: number, maxStarting: number): Lane {
  const waiting = new Map<string, Turn>();
  const underWay = new Set<Promise<void>>();
  let starting = 0;

  function startNext(): void {
    for (const [endpointId, turn] of waiting) {
      if (starting >= maxStarting || underWay.size >= maxUnderWay) return;
      waiting.delete(endpointId);
      start(turn);
    }
  }

  function start(turn: Turn): void {
    let isStarting = true;
    starting += 1;
    const onSending = () => {
      if (!isStarting) return;
      isStarting = false;
      starting -= 1;
      startNext();
    };
    const running = turn(onSending).finally(() => {
      underWay.delete(running);
      onSending();
      startNext();
    });
    underWay.add(running);
  }

  return {
    underWay,
    add: (endpointId, turn) => {
      if (!waiting.has(endpointId)) waiting.set(endpointId, turn);
      startNext();
    },
  };
}
