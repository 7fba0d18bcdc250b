import { listCompanies } from '../../companies/store.ts';
import { deleteOldBulks } from './bulk-store.ts';
import type { Pool } from '../../ground/db/pool.ts';
import { removeInSteps } from '../../ground/db/remove-in-steps.ts';

const retentionMs = 30 * 24 * 60 * 60 * 1000;

/** Removes bulk decisions after 30 days. The decisions themselves stay with the invoices. */
export async function sweepBulks(pool: Pool, now: Date, signal: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - retentionMs);
  let removed = 0;
  for (const { id } of await listCompanies(pool)) {
    if (signal.aborted) break;
    removed += await removeInSteps(signal, (max) => deleteOldBulks(pool, id, before, max));
  }
  return removed;
}
