import { deleteAttempts } from './positions-store.ts';
import { listCompanies } from '../companies/store.ts';
import type { Pool } from '../ground/db/pool.ts';
import { removeInSteps } from '../ground/db/remove-in-steps.ts';
import { firstIdOf } from '../ground/db/ids.ts';

const dayMs = 24 * 60 * 60 * 1000;

export async function sweepAttempts(pool: Pool, days: number, now: Date, signal: AbortSignal): Promise<number> {
  const below = firstIdOf(new Date(now.getTime() - days * dayMs));
  let removed = 0;
  for (const { id } of await listCompanies(pool)) {
    if (signal.aborted) break;
    removed += await removeInSteps(signal, (max) => deleteAttempts(pool, id, below, max));
  }
  return removed;
}
