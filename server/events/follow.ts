import type { EventType } from '../../common/events.ts';
import { bulkStatementTimeoutMs, companyTransaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';

/** Events with numbers above `after`, up to and including `to`. */
export interface EventRange {
  after: string;
  to: string;
}

/**
 * A crash of the database that loses the work loses the position too, so the work is repeated. New texts wait in a list
 * before they enter a text index; each search reads the list, so it stays short while few events come.
 */
const withoutWaitingForDisk = <T>(pool: Pool, company: CompanyId, work: (tx: Db) => Promise<T>): Promise<T> =>
  companyTransaction(pool, company, async (tx) => {
    await tx.query(
      `SELECT set_config('synchronous_commit', 'off', true), set_config('statement_timeout', $1, true),
              set_config('gin_pending_list_limit', '1MB', true)`,
      [String(bulkStatementTimeoutMs)],
    );
    return work(tx);
  });

/**
 * Passes a company's next events to `take`, in the transaction that also moves the follower's position: each event is
 * taken once, by one process. Returns the number of the last event taken.
 */
export const followEvents = (
  pool: Pool,
  company: CompanyId,
  follower: string,
  maxEvents: number,
  take: (tx: Db, range: EventRange) => Promise<void>,
): Promise<bigint> =>
  withoutWaitingForDisk(pool, company, async (tx) => {
    const { after, to } = await lockPosition(tx, company, follower, maxEvents);
    if (BigInt(to) <= BigInt(after)) return BigInt(after);
    await take(tx, { after, to });
    await movePosition(tx, company, follower, to);
    return BigInt(to);
  });

/**
 * The same for work that needs other connections, which no transaction may wait for. `take` comes first and can be
 * repeated: after a crash, or by another process at the same time.
 */
export async function followEventsBefore(
  pool: Pool,
  company: CompanyId,
  follower: string,
  maxEvents: number,
  take: (range: EventRange) => Promise<void>,
): Promise<void> {
  const { last, taken } = await positionOf(pool, company, follower);
  for (let done = taken; done < last;) {
    const to = done + BigInt(maxEvents) < last ? done + BigInt(maxEvents) : last;
    await take({ after: String(done), to: String(to) });
    await withoutWaitingForDisk(pool, company, async (tx) => {
      await beginPosition(tx, company, follower);
      await movePosition(tx, company, follower, String(to));
    });
    done = to;
  }
}

/** Never back: another process may have come further. */
async function movePosition(tx: Db, company: CompanyId, follower: string, to: string): Promise<void> {
  await tx.query({
    name: 'move-position',
    text: 'UPDATE event_positions SET seq = $3 WHERE company_id = $1 AND follower = $2 AND seq < $3',
    values: [company, follower, to],
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

async function beginPosition(tx: Db, company: CompanyId, follower: string): Promise<void> {
  await tx.query({
    name: 'begin-position',
    // A follower that was woken before its company was removed leaves nothing behind.
    text: `INSERT INTO event_positions (company_id, follower, seq)
           SELECT company_id, $2, 0 FROM company_counters WHERE company_id = $1 ON CONFLICT DO NOTHING`,
    values: [company, follower],
  });
}

async function lockPosition(tx: Db, company: CompanyId, follower: string, maxEvents: number): Promise<EventRange> {
  await beginPosition(tx, company, follower);
  const { rows } = await tx.query<EventRange>({
    name: 'lock-position',
    text: `SELECT position.seq AS after, least(event_seq, position.seq + $3) AS to
           FROM event_positions AS position JOIN company_counters ON company_counters.company_id = $1
           WHERE position.company_id = $1 AND position.follower = $2 FOR UPDATE OF position`,
    values: [company, follower, maxEvents],
  });
  return rows[0] ?? { after: '0', to: '0' };
}

/** The companies with events that a follower has not taken yet, by one statement for all. */
export async function companiesBehind(db: Db, follower: string): Promise<CompanyId[]> {
  const { rows } = await db.query<{ company: CompanyId }>({
    name: 'companies-behind',
    text: `SELECT counters.company_id AS company
           FROM company_counters AS counters
           LEFT JOIN event_positions AS position
             ON position.company_id = counters.company_id AND position.follower = $1
           WHERE counters.event_seq > coalesce(position.seq, 0)`,
    values: [follower],
  });
  return rows.map(({ company }) => company);
}

export async function positionOf(db: Db, company: CompanyId, follower: string) {
  const { rows } = await db.query<{ last: string; taken: string }>({
    name: 'position-of',
    text: `SELECT coalesce((SELECT event_seq FROM company_counters WHERE company_id = $1), 0) AS last,
                  coalesce((SELECT seq FROM event_positions WHERE company_id = $1 AND follower = $2), 0) AS taken`,
    values: [company, follower],
  });
  const { last, taken } = rows[0] as { last: string; taken: string };
  return { last: BigInt(last), taken: BigInt(taken) };
}
