import { Gauge, type Registry } from 'prom-client';
import { readVerification } from './runs-store.ts';
import { reportDamage } from './store.ts';
import { listCompanies } from '../access/store.ts';
import type { Pool } from '../ground/db/pool.ts';

/** Whatever a scraper's interval is, the database is asked at most once a minute. */
const maxAgeMs = 60_000;

/** Both are read from the database, so every process shows the same. */
export function measureFiles(registry: Registry, pool: Pool): void {
  let reading: { at: number; result: ReturnType<typeof readAll> } | undefined;
  const latest = () => {
    if (reading === undefined || Date.now() - reading.at > maxAgeMs) {
      // A scrape must not fail while the database is away: the gauges keep their last values.
      const result = readAll(pool).catch(() => undefined);
      reading = { at: Date.now(), result };
    }
    return reading.result;
  };
  new Gauge({
    name: 'doorway_damaged_files',
    help: 'Attached files that are missing or altered in the store.',
    registers: [registry],
    async collect() {
      const read = await latest();
      if (read !== undefined) this.set(read.damaged);
    },
  });
  new Gauge({
    name: 'doorway_files_verified_timestamp_seconds',
    help: 'When files were last verified, in the company for which that is longest ago; 0 if never.',
    registers: [registry],
    async collect() {
      const read = await latest();
      if (read !== undefined) this.set(read.verifiedAt);
    },
  });
}

async function readAll(pool: Pool): Promise<{ damaged: number; verifiedAt: number } | undefined> {
  let damaged = 0;
  const times: number[] = [];
  for (const { id } of await listCompanies(pool)) {
    damaged += (await reportDamage(pool, id, new Date(0), 0)).count;
    const { verifiedAt } = await readVerification(pool, id, new Date());
    if (verifiedAt !== null) times.push(verifiedAt.getTime() / 1000);
  }
  return { damaged, verifiedAt: times.length === 0 ? 0 : Math.min(...times) };
}
