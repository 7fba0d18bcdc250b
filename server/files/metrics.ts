import type { Registry } from 'prom-client';
import { readVerification } from './runs-store.ts';
import { reportDamage } from './store.ts';
import { listCompanies } from '../companies/store.ts';
import type { Pool } from '../ground/db/pool.ts';
import { measureTogether } from '../ground/http/observe/gauges.ts';

export const measureFiles = (registry: Registry, pool: Pool): void =>
  measureTogether(registry, () => readAll(pool), [
    {
      name: 'doorway_damaged_files',
      help: 'Attached files that are missing or altered in the store.',
      valueOf: ({ damaged }) => damaged,
    },
    {
      name: 'doorway_files_verified_timestamp_seconds',
      help: 'When files were last verified, in the company for which that is longest ago; 0 if never.',
      valueOf: ({ verifiedAt }) => verifiedAt,
    },
  ]);

async function readAll(pool: Pool): Promise<{ damaged: number; verifiedAt: number }> {
  let damaged = 0;
  const times: number[] = [];
  for (const { id } of await listCompanies(pool)) {
    damaged += (await reportDamage(pool, id, new Date(0), 0)).count;
    const { verifiedAt } = await readVerification(pool, id, new Date());
    if (verifiedAt !== null) times.push(verifiedAt.getTime() / 1000);
  }
  return { damaged, verifiedAt: times.length === 0 ? 0 : Math.min(...times) };
}
