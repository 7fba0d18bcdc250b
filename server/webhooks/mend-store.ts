import { isToldOf, toldOf, type Endpoint } from './store.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

/**
 * What was given up, or waits for its next try, is tried at once, as if nothing had failed yet. Whoever is delivering loses the lease:
 * what comes of that counts no more.
 */
export async function beginAnew(tx: Db, company: CompanyId, id: string): Promise<void> {
  await tx.query(
    `UPDATE webhook_positions
     SET tries = 0, failing_since = NULL, next_try_at = NULL, lease = NULL, leased_until = NULL
     WHERE company_id = $1 AND endpoint_id = $2`,
    [company, id],
  );
}

/** What waits for its next try is tried at once. It still counts as failing, and since when. */
export async function tryNow(tx: Db, company: CompanyId, id: string, now: Date): Promise<void> {
  await tx.query(
    'UPDATE webhook_positions SET next_try_at = $3 WHERE company_id = $1 AND endpoint_id = $2 AND next_try_at > $3',
    [company, id, now],
  );
}

/** The position of an endpoint, which nothing moves until the transaction ends. */
async function lockPosition(tx: Db, company: CompanyId, id: string) {
  const { rows } = await tx.query<{ seq: string; tries: number }>(
    'SELECT seq::text, tries FROM webhook_positions WHERE company_id = $1 AND endpoint_id = $2 FOR UPDATE',
    [company, id],
  );
  return rows[0];
}

/**
 * Goes back, so that what comes after `seq` is sent again; never forward, which would leave something out. Whoever is delivering
 * loses the lease, and so cannot move the position on from where it was. Answers the position before; undefined if it stays.
 */
export async function goBack(tx: Db, company: CompanyId, id: string, seq: number): Promise<number | undefined> {
  const from = Number((await lockPosition(tx, company, id))?.seq ?? 0);
  if (from <= seq) return undefined;
  await tx.query(
    `UPDATE webhook_positions
     SET seq = $3, tries = 0, failing_since = NULL, next_try_at = NULL, lease = NULL, leased_until = NULL
     WHERE company_id = $1 AND endpoint_id = $2`,
    [company, id, seq],
  );
  return from;
}

export interface Holding {
  seq: string;
  type: string;
}

/** The event that was tried in vain and that the others wait for. */
export async function lockHolding(
  tx: Db,
  company: CompanyId,
  endpoint: Pick<Endpoint, 'id' | 'partnerId' | 'types'>,
): Promise<Holding | undefined> {
  const position = await lockPosition(tx, company, endpoint.id);
  if (position === undefined || position.tries === 0) return undefined;
  const found = await tx.query<Holding>(
    `SELECT seq::text, type FROM events
     WHERE company_id = $1 AND seq > $2 AND ${isToldOf('$3::text[]', '$4::text')}
     ORDER BY seq LIMIT 1`,
    [company, position.seq, ...toldOf(endpoint)],
  );
  return found.rows[0];
}

/** Goes on behind an event, as if it had been delivered. */
export async function passOver(tx: Db, company: CompanyId, id: string, seq: string): Promise<void> {
  await tx.query(
    `UPDATE webhook_positions
     SET seq = $3, tries = 0, failing_since = NULL, next_try_at = NULL, lease = NULL, leased_until = NULL
     WHERE company_id = $1 AND endpoint_id = $2`,
    [company, id, seq],
  );
}
