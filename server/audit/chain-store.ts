import { type CompanyId, type Db, rowsOf, valueOf } from '../ground/db/pool.ts';
import { hashOfRow, nothingBefore } from './chain.ts';
import type { ChainEntry, ChainHead } from './rules.ts';

export async function readHead(db: Db, company: CompanyId): Promise<ChainHead> {
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

/** The hashed text of a time has no era, hence the check of the year. */
export const readEntries = (db: Db, company: CompanyId, after: number | undefined, limit: number) =>
  rowsOf<ChainEntry>(
    db,
    `SELECT seq::float8 AS seq, id, to_jsonb(created_at AT TIME ZONE 'UTC') #>> '{}' || 'Z' AS at,
            encode(previous, 'hex') AS previous, encode(hash, 'hex') AS hash,
            coalesce(erased, hash) = ${hashOfRow} AND extract(year FROM created_at) > 0 AS intact,
            encode(erased, 'hex') AS erased, CASE WHEN action = 'audit.erased' THEN data -> 'entries' END AS "erasedEntries"
     FROM audit_log WHERE company_id = $1 AND ($2::bigint IS NULL OR seq > $2) ORDER BY seq LIMIT $3`,
    [company, after, limit],
  );

/**
 * Removes up to `limit` entries, from the lowest number up to the first one that is not older than `before`. The head
 * stores the last removed entry, so that the chain can still be verified. Safe to run in several processes at once.
 */
export async function pruneEntries(db: Db, company: CompanyId, before: Date, limit: number): Promise<number> {
  const count = await valueOf<number>(
    db,
    `WITH oldest AS (
       SELECT seq, hash, bool_and(created_at < $2) OVER (ORDER BY seq) AS old
       FROM (SELECT seq, hash, created_at FROM audit_log WHERE company_id = $1 ORDER BY seq LIMIT $3) AS lowest
     ), last AS (
       SELECT seq, hash FROM oldest WHERE old ORDER BY seq DESC LIMIT 1
     ), removed AS (
       DELETE FROM audit_log USING last WHERE audit_log.company_id = $1 AND audit_log.seq <= last.seq RETURNING 1
     ), noted AS (
       UPDATE audit_heads SET pruned_seq = last.seq, pruned_hash = last.hash FROM last
       WHERE audit_heads.company_id = $1 AND audit_heads.pruned_seq < last.seq
     )
     SELECT count(*)::integer AS count FROM removed`,
    [company, before, limit],
  );
  return count ?? 0;
}
