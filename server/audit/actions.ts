import { setTimeout as sleep } from 'node:timers/promises';
import { pruneEntries, readEntries, readHead } from './chain-store.ts';
import {
  ErasedEntries,
  misfitAtEnd,
  misfitOf,
  misfitOfNote,
  misfitOutside,
  type ChainEntry,
  type ChainHead,
  type ChainPosition,
  type Misfit,
} from './rules.ts';
import { auditLines, auditList, auditWhere, type AuditFilter } from './store.ts';
import { listCompanies } from '../companies/store.ts';
import { sumOverCompanies } from '../ground/db/each-company.ts';
import { pagesOf } from '../ground/db/paging.ts';
import { noCompany, transaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';

export const auditRows = (company: CompanyId, filter: AuditFilter) => ({
  list: auditList,
  where: auditWhere(company, filter),
});

/** Lines of JSON as the database writes them, so that no digit of a hashed text changes. */
export async function* readAuditLines(
  db: Db,
  company: CompanyId,
  { sort = auditLines.defaultSort, ...filter }: AuditFilter & { sort?: string | undefined } = {},
): AsyncGenerator<string> {
  // Lines can be long, so a page has fewer rows than one of a CSV file.
  for await (const { rows } of pagesOf(db, auditLines, auditWhere(company, filter), sort, { pageSize: 200 }))
    if (rows.length > 0) yield rows.map(({ line }) => `${line as string}\n`).join('');
}

export interface Verification {
  entries: number;
  /** How many of them a person was erased from. */
  erased: number;
  /** The number is 0 if the sweep removed nothing. */
  pruned: ChainPosition;
  /** The end of the chain. The reader can note it elsewhere, for a later check. */
  last: ChainPosition;
  misfit: Misfit | undefined;
}

const entriesAtOnce = 1_000;

/** Reads the whole chain in one snapshot: parallel writes do not disturb it. */
export function verifyChain(pool: Pool, company: CompanyId, note?: ChainPosition): Promise<Verification> {
  return transaction(pool, async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const head = await readHead(tx, company);
    const { entries, erased, misfit } = await follow(tx, company, head, note);
    return {
      entries,
      erased,
      pruned: head.pruned,
      last: { seq: head.seq, hash: head.hash },
      misfit: misfit ?? misfitOutside(note, head),
    };
  });
}

async function follow(tx: Db, company: CompanyId, head: ChainHead, note: ChainPosition | undefined) {
  let before: ChainPosition & Partial<ChainEntry> = head.pruned;
  let count = 0;
  const erased = new ErasedEntries();
  for (let after: number | undefined; ; after = before.seq) {
    const entries = await readEntries(tx, company, after, entriesAtOnce);
    for (const entry of entries) {
      count++;
      const misfit = misfitOf(entry, before, head) ?? misfitOfNote(entry, note);
      if (misfit !== undefined) return { entries: count, erased: erased.count, misfit };
      erased.add(entry);
      before = entry;
    }
    if (entries.length < entriesAtOnce)
      return { entries: count, erased: erased.count, misfit: misfitAtEnd(before, head) ?? erased.misfit() };
  }
}

const dayMs = 24 * 60 * 60 * 1000;
const prunedAtOnce = 1_000;
const writerPauseMs = 50;

/** 0 days keep everything. */
export async function sweepAudit(pool: Pool, days: number, now: Date, signal?: AbortSignal): Promise<number> {
  if (days === 0) return 0;
  const before = new Date(now.getTime() - days * dayMs);
  const companies = (await listCompanies(pool)).map(({ id }) => id);
  return sumOverCompanies([noCompany, ...companies], signal, async (company) => {
    let removed = 0;
    for (let count = prunedAtOnce; count === prunedAtOnce && !signal?.aborted; removed += count) {
      count = await pruneEntries(pool, company, before, prunedAtOnce);
      // Let writers that wait for the chain's lock go first.
      if (count === prunedAtOnce) await sleep(writerPauseMs);
    }
    return removed;
  });
}
