import type { CompanyId, Db } from '../ground/db/pool.ts';
import { hashOfRow, nothingBefore } from './chain.ts';

/** A place in a chain: the number of an entry, and its hash in hex. */
export interface Place {
  seq: number;
  hash: string;
}

export interface Head extends Place {
  /** The last entry that was removed because it was old. */
  pruned: Place;
}

/** Where the chain of a company ends and begins; a company in which nothing was done has none. */
export async function readHead(db: Db, company: CompanyId): Promise<Head> {
  const { rows } = await db.query<{ seq: number; hash: string; prunedSeq: number; prunedHash: string }>(
    `SELECT seq::float8 AS seq, encode(hash, 'hex') AS hash, pruned_seq::float8 AS "prunedSeq", encode(pruned_hash, 'hex') AS "prunedHash"
     FROM audit_heads WHERE company_id = $1`,
    [company],
  );
  const nothing = { seq: 0, hash: nothingBefore.toString('hex') };
  const [head] = rows;
  return head === undefined
    ? { ...nothing, pruned: nothing }
    : { seq: head.seq, hash: head.hash, pruned: { seq: head.prunedSeq, hash: head.prunedHash } };
}

/** An entry as a link of the chain. */
export interface Link extends Place {
  id: string;
  at: string;
  previous: string;
  /** Whether its hash is that of what it says. */
  intact: boolean;
}

/** The next entries after a number, without what they say. A year before Christ has the text of one after. */
export async function readLinks(db: Db, company: CompanyId, after: number | undefined, most: number): Promise<Link[]> {
  const { rows } = await db.query<Link>(
    `SELECT seq::float8 AS seq, id, to_jsonb(created_at AT TIME ZONE 'UTC') #>> '{}' || 'Z' AS at,
            encode(previous, 'hex') AS previous, encode(hash, 'hex') AS hash,
            hash = ${hashOfRow} AND extract(year FROM created_at) > 0 AS intact
     FROM audit_log WHERE company_id = $1 AND ($2::bigint IS NULL OR seq > $2) ORDER BY seq LIMIT $3`,
    [company, after, most],
  );
  return rows;
}

/**
 * Removes the oldest entries, from the lowest number up to the first that is young enough, a few at a time; answers how many.
 * The head remembers the last one that was removed, so that the chain still has its beginning. Several processes may do so at once.
 */
export async function pruneEntries(db: Db, company: CompanyId, before: Date, most: number): Promise<number> {
  const { rows } = await db.query<{ many: number }>(
    `WITH oldest AS (
       SELECT seq, hash, bool_and(created_at < $2) OVER (ORDER BY seq) AS old
       FROM (SELECT seq, hash, created_at FROM audit_log WHERE company_id = $1 ORDER BY seq LIMIT $3) AS lowest
     ), last AS (
       SELECT seq, hash FROM oldest WHERE old ORDER BY seq DESC LIMIT 1
     ), removed AS (
       DELETE FROM audit_log USING last WHERE audit_log.company_id = $1 AND audit_log.seq <= last.seq RETURNING 1
     ), remembered AS (
       UPDATE audit_heads SET pruned_seq = last.seq, pruned_hash = last.hash FROM last
       WHERE audit_heads.company_id = $1 AND audit_heads.pruned_seq < last.seq
     )
     SELECT count(*)::integer AS many FROM removed`,
    [company, before, most],
  );
  return rows[0]?.many ?? 0;
}
