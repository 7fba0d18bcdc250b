import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { attempt, type Attempt, type Sender } from './attempt.ts';
import { auditWebhook } from './audit.ts';
import type { KeptEvent } from './payload.ts';
import {
  giveLeaseBack,
  isBehind,
  recordProgress,
  takeLease,
  type Lease,
  type Position,
  type Progress,
} from './positions-store.ts';
import { isHopeless, pauseAfter } from './retries.ts';
import { readEndpoint, switchOff, type Endpoint, type OffFor } from './store.ts';
import { readStretch } from './stretch-store.ts';
import { theService } from '../audit/record.ts';
import { transaction, type CompanyId, type Pool } from '../ground/db/pool.ts';

export interface Delivering extends Sender {
  pool: Pool;
  log: Logger;
  /** Fulfilled once the next message may be sent: what else the process does goes first. */
  pace: (signal: AbortSignal) => Promise<void>;
  /** Told of each attempt, and how long the event had waited. */
  observe: (attempt: Attempt, event: KeptEvent) => void;
}

/** A lease lasts longer than an attempt does, and is renewed by whatever is recorded. */
const leaseMs = 30_000;
/** What was delivered is recorded after so long, or so many: who is killed before that delivers it again. */
const recordMs = 200;
const mostUnrecorded = 50;
/** So many are read at once. The endpoint is looked at again with each stretch, since somebody may have changed it. */
const stretchEvents = 100;
/** Then others have their turn. */
const turnMs = 10_000;
const turnEvents = 500;

/** When the next turn is; an endpoint whose last attempt failed has it among others that fail. */
export interface NextTurn {
  at: Date;
  failing: boolean;
}

/** How a turn is taken. */
export interface TurnOptions {
  signal: AbortSignal;
  /** Whether this turn is one of those for failing endpoints. */
  failing: boolean;
  /** Told before the first message is sent: from then on, the turn waits for somebody else's server. */
  onSending: () => void;
  /** How long the next attempt may take; undefined is as long as usual. */
  timeoutMs: () => number | undefined;
}

/**
 * Tells an endpoint of the events that are next, one after the other, until there are no more, one fails or its turn is over.
 * Each is recorded after it was delivered: what is not recorded because the process ends is delivered again. Without an answer
 * there is no next turn before there are new events.
 */
export async function deliver(
  delivering: Delivering,
  company: CompanyId,
  endpointId: string,
  options: TurnOptions,
): Promise<NextTurn | undefined> {
  const { pool } = delivering;
  const lease: Lease = { company, endpointId, id: randomUUID() };
  const position = await takeLease(pool, lease, new Date(), leaseEnd());
  if (position === undefined) return undefined;
  try {
    if (position.failing !== undefined && !options.failing) {
      // It failed after this turn was asked for.
      await giveLeaseBack(pool, lease);
      return { at: position.nextTryAt ?? new Date(), failing: true };
    }
    const next = await takeTurn(delivering, lease, position, options);
    // Whoever was woken while the lease was held has left to its holder what came last.
    return next ?? ((await isBehind(pool, company, endpointId)) ? nowAsHealthy() : undefined);
  } catch (error) {
    await giveLeaseBack(pool, lease).catch(() => undefined);
    throw error;
  }
}

const nowAsHealthy = (): NextTurn => ({ at: new Date(), failing: false });

/** Switches an endpoint off without anybody having asked for it, which the audit log says. */
const giveUp = (pool: Pool, company: CompanyId, endpoint: Endpoint, why: OffFor, now: Date): Promise<boolean> =>
  transaction(pool, async (tx) => {
    const switched = await switchOff(tx, company, endpoint, why, now);
    const changes = [{ field: 'on', from: true, to: false }];
    if (switched) await auditWebhook(tx, company, theService, 'switchedoff', endpoint, now, { why, changes });
    return switched;
  });

const leaseEnd = () => new Date(Date.now() + leaseMs);

async function takeTurn(
  delivering: Delivering,
  lease: Lease,
  position: Position,
  { signal, failing: amongFailing, onSending, timeoutMs }: TurnOptions,
): Promise<NextTurn | undefined> {
  const { pool, log, pace, observe } = delivering;
  const { company, endpointId } = lease;
  const begun = Date.now();
  let { seq: reached, failing } = position;
  let recorded = reached;
  let recordedAt = begun;
  let sent = 0;
  let attempts: Attempt[] = [];

  /** False where somebody has moved the position, or has the lease by now. */
  async function record(rest: Partial<Progress> = {}): Promise<boolean> {
    const progress = { from: recorded, to: reached, attempts, failing, leasedUntil: leaseEnd(), ...rest };
    attempts = [];
    recorded = reached;
    recordedAt = Date.now();
    return recordProgress(pool, lease, progress);
  }

  /** Where the position was moved, what is next is looked for anew. */
  async function end(next: NextTurn | undefined): Promise<NextTurn | undefined> {
    if (await record({ leasedUntil: undefined, ...(next?.failing && { nextTryAt: next.at }) })) return next;
    await giveLeaseBack(pool, lease);
    return nowAsHealthy();
  }

  async function fail(endpoint: Endpoint, { status, error }: Attempt): Promise<NextTurn | undefined> {
    const now = new Date();
    failing = { tries: (failing?.tries ?? 0) + 1, since: failing?.since ?? now };
    const nextTryAt = new Date(now.getTime() + pauseAfter(failing.tries));
    const hopeless = isHopeless(failing.since, now) ? 'failing' : undefined;
    const why = status === 410 ? 'gone' : hopeless;
    const about = { company, endpoint: endpointId, status, error, tries: failing.tries };
    if (why === undefined) {
      log.debug(about, 'a webhook could not be delivered; it is tried again');
      return end({ at: nextTryAt, failing: true });
    }
    if (await giveUp(pool, company, endpoint, why, now))
      log.warn(
        about,
        `a webhook endpoint was switched off, because it ${why === 'gone' ? 'answered 410' : 'failed for days'}`,
      );
    return end(undefined);
  }

  for (;;) {
    const endpoint = await readEndpoint(pool, company, endpointId, new Date());
    if (endpoint === undefined || endpoint.switchedOffAt !== null) return end(undefined);
    // The next attempt at a failing endpoint probably fails too.
    const { events, to, more } = await readStretch(pool, company, endpoint, reached, amongFailing ? 1 : stretchEvents);
    for (const event of events) {
      if (sent >= turnEvents || Date.now() - begun >= turnMs) return end(nowAsHealthy());
      onSending();
      await pace(signal);
      const tried = await attempt(delivering, endpoint, event, { signal, timeoutMs: timeoutMs() }).catch(
        (error: unknown) => {
          if (signal.aborted) return undefined;
          throw error;
        },
      );
      if (tried === undefined) return end({ at: new Date(), failing: failing !== undefined });
      observe(tried, event);
      attempts.push(tried);
      sent += 1;
      if (tried.error !== null) return fail(endpoint, tried);
      failing = undefined;
      reached = event.seq;
      // It has recovered: the rest is delivered among the healthy ones.
      if (amongFailing) return end(nowAsHealthy());
      const due = attempts.length >= mostUnrecorded || Date.now() - recordedAt >= recordMs;
      if (due && !(await record())) return end(undefined);
    }
    reached = to;
    if (!more) return end(undefined);
  }
}
