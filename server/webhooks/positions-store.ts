import type { Attempt } from './attempt.ts';
import { keepAttempts } from './attempts-store.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

/** How the event that is next was tried in vain. */
export interface Failing {
  tries: number;
  since: Date;
}

/** How far an endpoint has come. */
export interface Position {
  seq: string;
  failing: Failing | undefined;
  nextTryAt: Date | null;
}

/** One process at a time delivers to an endpoint, for as long as it goes on to say so. */
export interface Lease {
  company: CompanyId;
  endpointId: string;
  id: string;
}

/** Undefined where another has it, or the endpoint is gone. */
export async function takeLease(
  db: Db,
  { company, endpointId, id }: Lease,
  now: Date,
  until: Date,
): Promise<Position | undefined> {
  const { rows } = await db.query<{ seq: string; tries: number; since: Date | null; nextTryAt: Date | null }>({
    name: 'take-webhook-lease',
    text: `UPDATE webhook_positions SET lease = $3, leased_until = $5
           WHERE company_id = $1 AND endpoint_id = $2 AND (leased_until IS NULL OR leased_until <= $4)
           RETURNING seq, tries, failing_since AS since, next_try_at AS "nextTryAt"`,
    values: [company, endpointId, id, now, until],
  });
  if (rows[0] === undefined) return undefined;
  const { seq, tries, since, nextTryAt } = rows[0];
  return { seq, failing: since === null ? undefined : { tries, since }, nextTryAt };
}

/** What was done from one number to another, in the order of the events. */
export interface Progress {
  from: string;
  to: string;
  attempts: Attempt[];
  /** Until when the lease is kept; undefined gives it back. */
  leasedUntil: Date | undefined;
  failing: Failing | undefined;
  nextTryAt?: Date;
}

/**
 * Keeps the attempts, and moves the position if it is still where this process has found it, and the lease its own: false where it is
 * not. What a crash of the database takes away is delivered again, so nothing waits for the disk.
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

/** Lets another go on, wherever the position is by now. */
export async function giveLeaseBack(db: Db, { company, endpointId, id }: Lease): Promise<void> {
  await db.query({
    name: 'give-webhook-lease-back',
    text: `UPDATE webhook_positions SET lease = NULL, leased_until = NULL
           WHERE company_id = $1 AND endpoint_id = $2 AND lease = $3`,
    values: [company, endpointId, id],
  });
}

/** An endpoint that is on. */
export interface Standing {
  id: string;
  /** Whether there are events that it has not been told of, or passed over. */
  behind: boolean;
  /** Whether its last attempt failed. */
  failing: boolean;
  nextTryAt: Date | null;
  leasedUntil: Date | null;
}

export async function readStandings(db: Db, company: CompanyId): Promise<Standing[]> {
  const { rows } = await db.query<Standing>({
    name: 'read-webhook-standings',
    text: `SELECT endpoint.id, position.seq < event_seq AS behind, tries > 0 AS failing, next_try_at AS "nextTryAt", leased_until AS "leasedUntil"
           FROM webhook_endpoints AS endpoint
           JOIN webhook_positions AS position ON position.company_id = $1 AND position.endpoint_id = endpoint.id
           JOIN company_counters ON company_counters.company_id = $1
           WHERE endpoint.company_id = $1 AND switched_off_at IS NULL`,
    values: [company],
  });
  return rows;
}

export async function isBehind(db: Db, company: CompanyId, endpointId: string): Promise<boolean> {
  return (await readStandings(db, company)).some(({ id, behind }) => id === endpointId && behind);
}
