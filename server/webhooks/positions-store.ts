import type { Attempt } from './attempt.ts';
import { matchesEndpoint, matchValues, updateEndpoint, type Endpoint } from './store.ts';
import {
  inCompanyTransaction,
  type CompanyId,
  type Db,
  columnOf,
  rowOf,
  rowsOf,
  execute,
  countTouched,
} from '../ground/db/pool.ts';
import { batchInsert } from '../ground/db/batch-insert.ts';

export interface FailureStreak {
  tries: number;
  since: Date;
}

/** The last event that an endpoint received or skipped. */
export interface Position {
  seq: string;
  failing: FailureStreak | undefined;
}

/** One process at a time delivers to an endpoint, as long as it renews its lease. */
export interface Lease {
  company: CompanyId;
  endpointId: string;
  id: string;
}

/** Undefined if another process has the lease, the next try is later, or the endpoint is gone. */
export async function takeLease(
  db: Db,
  { company, endpointId, id }: Lease,
  now: Date,
  until: Date,
): Promise<Position | undefined> {
  const { rows } = await db.query<{ seq: string; tries: number; since: Date | null }>({
    name: 'take-webhook-lease',
    text: `UPDATE webhook_positions SET lease = $3, leased_until = $5
           WHERE company_id = $1 AND endpoint_id = $2 AND (leased_until IS NULL OR leased_until <= $4)
             AND (next_try_at IS NULL OR next_try_at <= $4)
           RETURNING seq, tries, failing_since AS since`,
    values: [company, endpointId, id, now, until],
  });
  if (rows[0] === undefined) return undefined;
  const { seq, tries, since } = rows[0];
  return { seq, failing: since === null ? undefined : { tries, since } };
}

export interface Progress {
  from: string;
  to: string;
  attempts: Attempt[];
  /** Undefined releases the lease. */
  leasedUntil: Date | undefined;
  failing: FailureStreak | undefined;
  nextTryAt?: Date | undefined;
}

/**
 * Stores the attempts and moves the position, if the position is still `from` and the lease is still valid; returns
 * false otherwise. The commit does not wait for the disk: if the database crashes and loses it, those events are sent
 * again.
 */
export const recordProgress = (
  db: Db,
  { company, endpointId, id }: Lease,
  { from, to, attempts, leasedUntil, failing, nextTryAt }: Progress,
): Promise<boolean> =>
  inCompanyTransaction(db, company, async (tx) => {
    await tx.query('SET LOCAL synchronous_commit = off');
    const delivered = attempts.findLast(({ error }) => error === null);
    const { rowCount } = await tx.query({
      name: 'move-webhook-position',
      text: `UPDATE webhook_positions
             SET seq = $5, tries = $6, failing_since = $7, next_try_at = $8, delivered_at = coalesce($9, delivered_at),
                 lease = CASE WHEN $10::timestamptz IS NULL THEN NULL ELSE lease END, leased_until = $10
             WHERE company_id = $1 AND endpoint_id = $2 AND lease = $3 AND seq = $4`,
      values: [
        company,
        endpointId,
        id,
        from,
        to,
        failing?.tries ?? 0,
        failing?.since,
        nextTryAt,
        delivered?.triedAt,
        leasedUntil,
      ],
    });
    const ofEndpoint = attempts.map((attempt) => ({ ...attempt, endpointId }));
    await insertAttempts(tx, company, ofEndpoint);
    return rowCount === 1;
  });

/** Releases the lease even if the position has moved. */
export const releaseLease = (db: Db, { company, endpointId, id }: Lease): Promise<void> =>
  execute(db, {
    name: 'release-webhook-lease',
    text: `UPDATE webhook_positions SET lease = NULL, leased_until = NULL
           WHERE company_id = $1 AND endpoint_id = $2 AND lease = $3`,
    values: [company, endpointId, id],
  });

export interface EndpointStatus {
  id: string;
  /** Whether there are events after its position. */
  behind: boolean;
  /** Whether its last attempt failed. */
  failing: boolean;
  nextTryAt: Date | null;
  leasedUntil: Date | null;
}

/** The companies with events that an endpoint has not received, by one statement for all. */
export const companiesWithUndelivered = (db: Db): Promise<CompanyId[]> =>
  columnOf(db, {
    name: 'companies-with-undelivered-events',
    text: `SELECT DISTINCT endpoint.company_id AS company
           FROM webhook_endpoints AS endpoint
           JOIN webhook_positions AS position
             ON position.company_id = endpoint.company_id AND position.endpoint_id = endpoint.id
           JOIN company_counters AS counters ON counters.company_id = endpoint.company_id
           WHERE switched_off_at IS NULL AND position.seq < event_seq`,
  });

export const readStatuses = (db: Db, company: CompanyId): Promise<EndpointStatus[]> =>
  rowsOf(db, {
    name: 'read-webhook-statuses',
    text: `SELECT endpoint.id, position.seq < event_seq AS behind, tries > 0 AS failing, next_try_at AS "nextTryAt", leased_until AS "leasedUntil"
           FROM webhook_endpoints AS endpoint
           JOIN webhook_positions AS position ON position.company_id = $1 AND position.endpoint_id = endpoint.id
           JOIN company_counters ON company_counters.company_id = $1
           WHERE endpoint.company_id = $1 AND switched_off_at IS NULL`,
    values: [company],
  });

/** Makes the next try immediate. The endpoint still counts as failing. */
export const tryNow = (tx: Db, company: CompanyId, id: string, now: Date): Promise<void> =>
  execute(
    tx,
    'UPDATE webhook_positions SET next_try_at = $3 WHERE company_id = $1 AND endpoint_id = $2 AND next_try_at > $3',
    [company, id, now],
  );

/**
 * Clears the failures, so that the next event is tried at once, and moves the position to `seq` if given. A process
 * that is delivering loses its lease, so that it cannot advance the old position.
 */
export const resetPosition = (tx: Db, company: CompanyId, id: string, seq?: number): Promise<void> =>
  execute(
    tx,
    `UPDATE webhook_positions
     SET seq = coalesce($3, seq), tries = 0, failing_since = NULL, next_try_at = NULL, lease = NULL, leased_until = NULL
     WHERE company_id = $1 AND endpoint_id = $2`,
    [company, id, seq],
  );

/**
 * Writes the address and the types, and returns the fields that changed, for the audit log. At another address the next
 * try is immediate, because the caller has probably corrected something. The secret and the position stay.
 */
export async function changeEndpoint(tx: Db, was: Endpoint, is: Pick<Endpoint, 'url' | 'types'>): Promise<object[]> {
  const isMoved = is.url !== was.url;
  const changes = [
    ...(isMoved ? [{ field: 'url', from: was.url, to: is.url }] : []),
    ...(is.types.join(' ') === was.types.join(' ') ? [] : [{ field: 'types', from: was.types, to: is.types }]),
  ];
  if (changes.length > 0) await updateEndpoint(tx, was.companyId, was.id, is);
  if (isMoved) await resetPosition(tx, was.companyId, was.id);
  return changes;
}

async function lockPosition(tx: Db, company: CompanyId, id: string) {
  return rowOf<{ seq: string; tries: number }>(
    tx,
    'SELECT seq::text, tries FROM webhook_positions WHERE company_id = $1 AND endpoint_id = $2 FOR UPDATE',
    [company, id],
  );
}

/**
 * Moves the position back, so that the events after `seq` are sent again; never forward, which would leave events out.
 * Returns the former position, or undefined if it stays.
 */
export async function goBack(tx: Db, company: CompanyId, id: string, seq: number): Promise<number | undefined> {
  const from = Number((await lockPosition(tx, company, id))?.seq ?? 0);
  if (from <= seq) return undefined;
  await resetPosition(tx, company, id, seq);
  return from;
}

export interface BlockingEvent {
  seq: number;
  type: string;
}

/** Undefined if no event fails and blocks later ones. */
export async function lockBlockingEvent(
  tx: Db,
  company: CompanyId,
  endpoint: Pick<Endpoint, 'id' | 'partnerId' | 'types'>,
): Promise<BlockingEvent | undefined> {
  const position = await lockPosition(tx, company, endpoint.id);
  if (position === undefined || position.tries === 0) return undefined;
  return rowOf<BlockingEvent>(
    tx,
    `SELECT seq::float8, type FROM events
     WHERE company_id = $1 AND seq > $2 AND ${matchesEndpoint('$3::text[]', '$4::text')}
     ORDER BY seq LIMIT 1`,
    [company, position.seq, ...matchValues(endpoint)],
  );
}

interface NewAttempt extends Attempt {
  endpointId: string;
  /** The operator who sent it by hand. */
  askedBy?: string;
}

export const insertAttempts = batchInsert<NewAttempt, never>('insert-webhook-attempts', 'webhook_attempts', [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'endpoint_id', type: 'uuid', of: ({ endpointId }) => endpointId },
  { name: 'seq', type: 'bigint', of: ({ seq }) => seq },
  { name: 'event_id', type: 'uuid', of: ({ eventId }) => eventId },
  { name: 'type', type: 'text', of: ({ type }) => type },
  { name: 'tried_at', type: 'timestamptz', of: ({ triedAt }) => triedAt.toISOString() },
  { name: 'took_ms', type: 'integer', of: ({ tookMs }) => String(tookMs) },
  { name: 'status', type: 'integer', of: ({ status }) => (status === null ? undefined : String(status)) },
  { name: 'error', type: 'text', of: ({ error }) => error ?? undefined },
  { name: 'answer', type: 'text', of: ({ answer }) => answer ?? undefined },
  { name: 'asked_by', type: 'uuid', of: ({ askedBy }) => askedBy },
]);

export const deleteAttempts = (db: Db, company: CompanyId, below: string, max: number): Promise<number> =>
  countTouched(
    db,
    `DELETE FROM webhook_attempts WHERE company_id = $1 AND id IN (
       SELECT id FROM webhook_attempts WHERE company_id = $1 AND id < $2 ORDER BY id LIMIT $3)`,
    [company, below, max],
  );
