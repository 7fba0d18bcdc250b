import { setTimeout as sleep } from 'node:timers/promises';
import { listCompanies } from '../../companies/store.ts';
import type { CompanyId, Pool } from '../../ground/db/pool.ts';
import type { FileStore } from '../../ground/files/store.ts';
import { namedFiles } from './attachment-store.ts';

const hour = 60 * 60 * 1000;
const minAgeMs = 24 * hour;
/** Time in the trash: far longer than a request takes between storing its bytes and writing its row. */
const trashMs = hour;
const maxAtOnce = 500;

/**
 * Removes files that no row names, of all companies, and returns their number. It takes two steps, so that a request
 * storing the same bytes meanwhile cannot lose them: such a file is moved to the trash, where it can still be read, and
 * an hour later the database is asked again. Files of unknown companies are left alone: it may be the wrong database.
 */
export async function sweepFiles(pool: Pool, files: FileStore, now: Date, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (const { id } of await listCompanies(pool)) {
    removed += await emptyTrash(pool, files, id, now, signal);
    await trashUnnamed(pool, files, id, now, signal);
  }
  await files.removeStale();
  return removed;
}

async function emptyTrash(pool: Pool, files: FileStore, company: CompanyId, now: Date, signal?: AbortSignal) {
  const due = (await files.trashed(company)).filter(({ since }) => now.getTime() - since.getTime() > trashMs);
  let removed = 0;
  for (let at = 0; at < due.length && !signal?.aborted; at += maxAtOnce) {
    const some = due.slice(at, at + maxAtOnce);
    const hashes = some.map(({ sha256 }) => sha256);
    const named = await namedFiles(pool, company, hashes);
    for (const trashed of some) {
      if (named.has(trashed.sha256.toString('hex'))) await files.putBack(company, trashed);
      else {
        await files.remove(company, trashed);
        removed += 1;
      }
    }
  }
  return removed;
}

async function trashUnnamed(pool: Pool, files: FileStore, company: CompanyId, now: Date, signal?: AbortSignal) {
  const keptBefore = new Date(now.getTime() - minAgeMs);
  for await (const some of files.list(company)) {
    if (signal?.aborted) return;
    const named = await namedFiles(pool, company, some);
    for (const sha256 of some)
      if (!named.has(sha256.toString('hex'))) await files.trash(company, sha256, now, keptBefore);
    // Lets requests go first.
    await sleep(5);
  }
}
