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
import { companiesWithUndelivered, readStatuses, type EndpointStatus } from '../webhooks/positions-store.ts';

export interface WebhooksDeps {
  pool: Pool;
  followers: Pick<Followers, 'onWake' | 'wake'>;
  config: Config;
  sealingKeys: SealingKeys;
  log: Logger;
  /** Undefined if the service does not run in this process. */
  metrics?: Metrics | undefined;
}

/** Limits of one process. Each delivery in progress holds a socket. */
export interface DeliveryLimits {
  maxHealthy: number;
  maxFailing: number;
  /** Above this number of healthy deliveries, attempts time out after `crowdedTimeoutMs`, to free places sooner. */
  crowdedAbove: number;
  crowdedTimeoutMs: number;
  /** The default is that of every call to the outside. */
  usualTimeoutMs?: number;
}

export const usualLimits: DeliveryLimits = {
  maxHealthy: 1_000,
  maxFailing: 100,
  crowdedAbove: 500,
  crowdedTimeoutMs: 2_000,
};
/** Limits turns that still read from the database, so that operators do not wait for a connection. */
const maxStartingHealthy = 10;
const maxStartingFailing = 2;
/** How often new events cause a check of a company's endpoints; the second value applies if it has none. */
const checkIntervalMs = 100;
const idleCheckIntervalMs = 2_000;
const retryMs = 2_000;
/** Timers have a maximum delay, and a retry may be further away. */
const maxTimerMs = 60_000;
const stopTimeoutMs = 2_000;

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
 * processes can do this. New events wake it, timers wait for retries and for other processes' leases to end, and
 * polling finds the rest. The returned function stops it.
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
  const healthy = createTurnQueue(limits.maxHealthy, maxStartingHealthy);
  const failing = createTurnQueue(limits.maxFailing, maxStartingFailing);
  const checks = new Map<CompanyId, { at: number; timer: NodeJS.Timeout }>();
  const notBefore = new Map<CompanyId, number>();
  let checking = Promise.resolve();

  const timeoutMs = () =>
    healthy.underWay.size > limits.crowdedAbove ? limits.crowdedTimeoutMs : limits.usualTimeoutMs;

  /** Plans the next check of a company, unless an earlier one is planned. Only one company is checked at a time. */
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
        failing.add(id, (onSending) => takeTurn(company, id, { onSending, timeoutMs: () => limits.usualTimeoutMs }));
      if (due.nextAt !== undefined) planCheck(company, due.nextAt.getTime() + 1);
    } catch (error) {
      log.debug({ err: error }, 'the webhooks of a company could not be checked; they are again');
      planCheck(company, Date.now() + retryMs);
    }
    notBefore.set(company, Date.now() + intervalMs);
  }

  /** The check afterwards finds events that arrived while this process had the lease, and plans the next try. */
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

  const unfollow = followers.onWake(
    (company) => planCheck(company, Math.max(Date.now(), notBefore.get(company) ?? 0)),
    () => companiesWithUndelivered(pool),
  );
  return async () => {
    unfollow();
    stopped.abort();
    const ended = Promise.all([checking, ...healthy.underWay, ...failing.underWay]);
    await Promise.race([ended, sleep(stopTimeoutMs, undefined, { ref: false })]);
    // Other processes take over the remaining work.
    for (const [company, { timer }] of checks) {
      clearTimeout(timer);
      followers.wake(company);
    }
  };
}

type Turn = (onSending: () => void) => Promise<void>;

interface TurnQueue {
  underWay: Set<Promise<void>>;
  /** Does nothing if a turn of this endpoint is already waiting. */
  add(endpointId: string, turn: Turn): void;
}

/**
 * Runs turns first come, first served. Only a few may be starting (reading from the database); a turn that waits for
 * its endpoint makes room for the next. Endpoints that hang therefore do not delay those behind them.
 */
function createTurnQueue(maxUnderWay: number, maxStarting: number): TurnQueue {
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
