import { transaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import { readHead, readLinks, type Head, type Link, type Place } from './chain-store.ts';
import { misfitAtEnd, misfitBeyond, misfitOf, misfitOfNote, type Misfit } from './rules.ts';

const linksAtOnce = 1_000;

export interface Verified {
  /** How many entries were read. */
  entries: number;
  /** The last entry that was removed because it was old; its number is 0 where none was. */
  pruned: Place;
  /** Where the chain ends: what to note elsewhere. */
  last: Place;
  /** The first entry that does not fit. */
  misfit: Misfit | undefined;
}

/**
 * Follows the chain of a company from its first entry to its last, some entries at a time. All of it is read as it was at
 * one moment, so entries that are written or removed meanwhile do not disturb it.
 */
export function verifyChain(pool: Pool, company: CompanyId, note?: Place): Promise<Verified> {
  return transaction(pool, async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const head = await readHead(tx, company);
    const { entries, misfit } = await follow(tx, company, head, note);
    return {
      entries,
      pruned: head.pruned,
      last: { seq: head.seq, hash: head.hash },
      misfit: misfit ?? misfitBeyond(note, head),
    };
  });
}

async function follow(
  tx: Db,
  company: CompanyId,
  head: Head,
  note: Place | undefined,
): Promise<{ entries: number; misfit: Misfit | undefined }> {
  let before: Place & Partial<Link> = head.pruned;
  let entries = 0;
  for (let after: number | undefined; ; after = before.seq) {
    const links = await readLinks(tx, company, after, linksAtOnce);
    for (const link of links) {
      entries++;
      const misfit = misfitOf(link, before, head) ?? misfitOfNote(link, note);
      if (misfit !== undefined) return { entries, misfit };
      before = link;
    }
    if (links.length < linksAtOnce) return { entries, misfit: misfitAtEnd(before, head) };
  }
}
