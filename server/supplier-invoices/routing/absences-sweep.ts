import { deleteAbsencesBefore } from './absences-store.ts';
import { listCompanies } from '../../companies/store.ts';
import { sumOverCompanies } from '../../ground/db/each-company.ts';
import type { Pool } from '../../ground/db/pool.ts';

const keptMs = 90 * 24 * 60 * 60_000;

/** Deletes absences that ended long ago; returns how many. The audit log still has them. */
export async function sweepAbsences(pool: Pool, now: Date, signal: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - keptMs).toISOString().slice(0, 10);
  const companies = (await listCompanies(pool)).map(({ id }) => id);
  return sumOverCompanies(companies, signal, (company) => deleteAbsencesBefore(pool, company, before));
}
