import { listCompanies } from '../../access/store.ts';
import { deleteOldBulks } from './bulk-store.ts';
import type { Pool } from '../../ground/db/pool.ts';
import { removeInSteps } from '../../ground/db/remove-in-steps.ts';

const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Removes bulk decisions that are 30 days old; what they decided is in the invoices. Nobody goes on with one after so long. */
export async function sweepBulks(pool: Pool, now: Date, signal: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - keptMs);
  let removed = 0;
  for (const { id } of await listCompanies(pool)) {
    if (signal.aborted) break;
    removed += await removeInSteps(signal, (most) => deleteOldBulks(pool, id, before, most));
  }
  return removed;
}
