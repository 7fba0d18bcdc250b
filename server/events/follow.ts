import type { EventType } from '../../common/events.ts';
import { bulkStatementTimeoutMs, companyTransaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';

/** Events with numbers above `after`, up to and including `to`. */
export interface EventRange {
  after: string;
  to: string;
}

/**
 * Passes a company's next events to `take`, in the transaction that also moves the follower's position: each event is
 * taken once, by one process. Returns the number of the last event taken.
 */
export async function followEvents(
  pool: Pool,
  company: CompanyId,
  follower: string,
  maxEvents: number,
  take: (tx: Db, range: EventRange) => Promise<void>,
): Promise<bigint> {
  return companyTransaction(pool, company, async (tx) => {
    // A crash of the database that loses the work loses the position too, so the work is repeated.
    await tx.query("SELECT set_config('synchronous_commit', 'off', true), set_config('statement_timeout', $1, true)", [
      String(bulkStatementTimeoutMs),
    ]);
    const { after, to } = await lockPosition(tx, company, follower, maxEvents);
    if (BigInt(to) > BigInt(after)) {
      await take(tx, { after, to });
      await tx.query({
        name: 'move-position',
        text: 'UPDATE event_positions SET seq = $3 WHERE company_id = $1 AND follower = $2',
        values: [company, follower, to],
      });
    }
    return BigInt(to) > BigInt(after) ? BigInt(to) : BigInt(after);
  });
}

export async function subjectsOf(
  db: Db,
  company: CompanyId,
  type: EventType,
  { after, to }: EventRange,
): Promise<string[]> {
  const { rows } = await db.query<{ subject: string }>({
    name: 'subjects-of-events',
    text: `SELECT DISTINCT subject_id AS subject FROM events WHERE company_id = $1 AND seq > $2 AND seq <= $3 AND type = $4`,
    values: [company, after, to, type],
  });
  return rows.map(({ subject }) => subject);
}

async function lockPosition(tx: Db, company: CompanyId, follower: string, maxEvents: number): Promise<EventRange> {
  await tx.query({
    name: 'begin-position',
    // A follower that was woken before its company was removed leaves nothing behind.
    text: `INSERT INTO event_positions (company_id, follower, seq)
           SELECT company_id, $2, 0 FROM company_counters WHERE company_id = $1 ON CONFLICT DO NOTHING`,
    values: [company, follower],
  });
  const { rows } = await tx.query<EventRange>({
    name: 'lock-position',
    text: `SELECT position.seq AS after, least(event_seq, position.seq + $3) AS to
           FROM event_positions AS position JOIN company_counters ON company_counters.company_id = $1
           WHERE position.company_id = $1 AND position.follower = $2 FOR UPDATE OF position`,
    values: [company, follower, maxEvents],
  });
  return rows[0] ?? { after: '0', to: '0' };
}

export async function positionOf(
  db: Db,
  company: CompanyId,
  follower: string,
): Promise<{ last: bigint; taken: bigint }> {
  const { rows } = await db.query<{ last: string; taken: string }>({
    name: 'position-of',
    text: `SELECT coalesce((SELECT event_seq FROM company_counters WHERE company_id = $1), 0) AS last,
                  coalesce((SELECT seq FROM event_positions WHERE company_id = $1 AND follower = $2), 0) AS taken`,
    values: [company, follower],
  });
  const { last, taken } = rows[0] as { last: string; taken: string };
  return { last: BigInt(last), taken: BigInt(taken) };
}
