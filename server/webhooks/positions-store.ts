import type { Attempt } from './attempt.ts';
import { keepAttempts } from './attempts-store.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

/** Failed tries of the next event. */
export interface FailureStreak {
  tries: number;
  since: Date;
}

/** The last event that an endpoint has received, or that was passed over. */
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

/** Attempts between two positions, in the order of the events. */
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
 * Stores the attempts, and moves the position if it is still `from` and the lease still valid; false if not. The commit does not wait
 * for the disk: events whose record a crash of the database loses are sent again.
 */
export async function recordProgress(
  db: Db,
  { company, endpointId, id }: Lease,
  { from, to, attempts, leasedUntil, failing, nextTryAt }: Progress,
): Promise<boolean> {
  const delivered = attempts.findLast(({ error }) => error === null);
  const { rows } = await db.query<{ moved: boolean }>({
    name: 'record-webhook-progress',
    text: `WITH moved AS (
             UPDATE webhook_positions
             SET seq = $6, tries = $7, failing_since = $8, next_try_at = $9, delivered_at = coalesce($10, delivered_at),
                 lease = CASE WHEN $11::timestamptz IS NULL THEN NULL ELSE lease END, leased_until = $11
             WHERE company_id = $1 AND endpoint_id = $2 AND lease = $4 AND seq = $5
             RETURNING seq
           ), kept AS (${keepAttempts})
           SELECT EXISTS (SELECT FROM moved) AS moved, set_config('synchronous_commit', 'off', true)`,
    values: [
      company,
      endpointId,
      JSON.stringify(attempts),
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
  return rows[0]?.moved === true;
}

/** Releases the lease, wherever the position is by now. */
export async function releaseLease(db: Db, { company, endpointId, id }: Lease): Promise<void> {
  await db.query({
    name: 'release-webhook-lease',
    text: `UPDATE webhook_positions SET lease = NULL, leased_until = NULL
           WHERE company_id = $1 AND endpoint_id = $2 AND lease = $3`,
    values: [company, endpointId, id],
  });
}

/** What decides when an endpoint that is on has its next turn. */
export interface EndpointStatus {
  id: string;
  /** Whether there are events after its position. */
  behind: boolean;
  /** Whether its last attempt failed. */
  failing: boolean;
  nextTryAt: Date | null;
  leasedUntil: Date | null;
}

export async function readStatuses(db: Db, company: CompanyId): Promise<EndpointStatus[]> {
  const { rows } = await db.query<EndpointStatus>({
    name: 'read-webhook-statuses',
    text: `SELECT endpoint.id, position.seq < event_seq AS behind, tries > 0 AS failing, next_try_at AS "nextTryAt", leased_until AS "leasedUntil"
           FROM webhook_endpoints AS endpoint
           JOIN webhook_positions AS position ON position.company_id = $1 AND position.endpoint_id = endpoint.id
           JOIN company_counters ON company_counters.company_id = $1
           WHERE endpoint.company_id = $1 AND switched_off_at IS NULL`,
    values: [company],
  });
  return rows;
}
