import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { attempt, type Attempt, type Sender } from './attempt.ts';
import { auditWebhook, readEndpoint, switchOff, type Endpoint, type SwitchOffReason } from './store.ts';
import type { StoredEvent } from './payload.ts';
import {
  recordProgress,
  releaseLease,
  takeLease,
  type Lease,
  type Position,
  type Progress,
} from './positions-store.ts';
import { isHopeless, pauseAfterMs } from './retries.ts';
import { readNextEvents } from './next-events-store.ts';
import { theService } from '../audit/record.ts';
import { companyTransaction, type CompanyId, type Pool } from '../ground/db/pool.ts';

export interface DeliveryDeps extends Sender {
  pool: Pool;
  log: Logger;
  /** Resolves once the next message may be sent. Requests that the process serves go first. */
  pace: (signal: AbortSignal) => Promise<void>;
  observe: (attempt: Attempt, event: StoredEvent) => void;
}

export interface TurnOptions {
  signal: AbortSignal;
  /** Called before each message. From the first message on, the turn waits for the endpoint, not for the database. */
  onSending: () => void;
  /** Time limit of the next attempt; undefined means the default. */
  timeoutMs: () => number | undefined;
}

/** Longer than an attempt takes. Each save of progress renews the lease. */
const leaseMs = 30_000;
/** Progress is saved every 200 ms or 50 events; after a crash the unsaved events are sent again. */
const saveIntervalMs = 200;
const maxUnsaved = 50;
/** Events read at once. The endpoint is read again each time, because an operator may have changed it. */
const maxEventsRead = 100;
/** A turn ends after 10 s or 500 events, so that other endpoints have theirs. */
const maxTurnMs = 10_000;
const maxTurnEvents = 500;

/**
 * Sends an endpoint its next events in order, until there are no more, one fails or the turn is over. An event counts
 * as delivered once that is recorded: after a crash it is sent again. Does nothing if another process delivers to the
 * endpoint, or if it is too early for the next try.
 */
export async function deliver(deps: DeliveryDeps, company: CompanyId, endpointId: string, options: TurnOptions) {
  const { pool } = deps;
  const lease: Lease = { company, endpointId, id: randomUUID() };
  const position = await takeLease(pool, lease, new Date(), leaseEnd());
  if (position === undefined) return;
  try {
    await takeTurn(deps, lease, position, options);
  } catch (error) {
    await releaseLease(pool, lease).catch(() => undefined);
    throw error;
  }
}

const switchOffAndAudit = (pool: Pool, company: CompanyId, endpoint: Endpoint, why: SwitchOffReason, now: Date) =>
  companyTransaction(pool, company, async (tx) => {
    const switched = await switchOff(tx, company, endpoint, why, now);
    const changes = [{ field: 'on', from: true, to: false }];
    if (switched) await auditWebhook(tx, company, theService, 'switchedoff', endpoint, now, { why, changes });
    return switched;
  });

const leaseEnd = () => new Date(Date.now() + leaseMs);

async function takeTurn(
  deps: DeliveryDeps,
  lease: Lease,
  position: Position,
  { signal, onSending, timeoutMs }: TurnOptions,
): Promise<void> {
  const { pool, log, pace, observe } = deps;
  const { company, endpointId } = lease;
  const startedAt = Date.now();
  const wasFailing = position.failing !== undefined;
  let { seq: reached, failing } = position;
  let savedSeq = reached;
  let savedAt = startedAt;
  let sent = 0;
  let attempts: Attempt[] = [];

  /** False if the position was moved or the lease was taken meanwhile. */
  async function save(more: Partial<Progress> = {}): Promise<boolean> {
    const progress = { from: savedSeq, to: reached, attempts, failing, leasedUntil: leaseEnd(), ...more };
    attempts = [];
    savedSeq = reached;
    savedAt = Date.now();
    return recordProgress(pool, lease, progress);
  }

  async function end(nextTryAt?: Date): Promise<void> {
    const isSaved = await save({ leasedUntil: undefined, nextTryAt });
    if (!isSaved) await releaseLease(pool, lease);
  }

  async function fail(endpoint: Endpoint, { status, error }: Attempt): Promise<void> {
    const now = new Date();
    failing = { tries: (failing?.tries ?? 0) + 1, since: failing?.since ?? now };
    const hopeless = isHopeless(failing.since, now) ? 'failing' : undefined;
    const why = status === 410 ? 'gone' : hopeless;
    const about = { company, endpoint: endpointId, status, error, tries: failing.tries };
    if (why === undefined) {
      log.debug(about, 'a webhook could not be delivered; it is tried again');
      return end(new Date(now.getTime() + pauseAfterMs(failing.tries)));
    }
    if (await switchOffAndAudit(pool, company, endpoint, why, now))
      log.warn(
        about,
        `a webhook endpoint was switched off, because it ${why === 'gone' ? 'answered 410' : 'failed for days'}`,
      );
    return end();
  }

  for (;;) {
    const endpoint = await readEndpoint(pool, company, endpointId, new Date());
    if (endpoint === undefined || endpoint.switchedOffAt !== null) return end();
    // The next attempt at a failing endpoint will probably fail too, so one event is enough.
    const { events, to, more } = await readNextEvents(pool, company, endpoint, reached, wasFailing ? 1 : maxEventsRead);
    for (const event of events) {
      if (sent >= maxTurnEvents || Date.now() - startedAt >= maxTurnMs) return end();
      onSending();
      await pace(signal);
      const tried = await attempt(deps, endpoint, event, { signal, timeoutMs: timeoutMs() }).catch((error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      });
      if (tried === undefined) return end(failing && new Date());
      observe(tried, event);
      attempts.push(tried);
      sent += 1;
      if (tried.error !== null) return fail(endpoint, tried);
      failing = undefined;
      reached = event.seq;
      // The endpoint has recovered: the rest is delivered in turns of healthy endpoints.
      if (wasFailing) return end();
      const isDue = attempts.length >= maxUnsaved || Date.now() - savedAt >= saveIntervalMs;
      if (isDue && !(await save())) return releaseLease(pool, lease);
    }
    reached = to;
    if (!more) return end();
  }
}
