import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from './database.ts';
import { cpuTimeUs } from './processor-time.ts';
import { digits, type Target } from './report.ts';
import type { Stage } from './stage.ts';

const companies = 10_000;
/** Two polls of the followers. */
const measureMs = 60_000;

/** The processor time of a process for companies of which nothing new is heard. */
export async function measureIdle(stage: Stage): Promise<Target> {
  const database = await stage.ownDatabase();
  await withClient({ connectionString: database }, async (client) => {
    await client.query(`INSERT INTO companies (id, name, created_at)
      SELECT gen_random_uuid(), 'Idle ' || nth, now() FROM generate_series(1, ${companies}) AS nth`);
    await client.query(`INSERT INTO company_counters (company_id, event_seq)
      SELECT id, 5 FROM companies WHERE name LIKE 'Idle %'`);
    await client.query(`INSERT INTO event_positions (company_id, follower, seq)
      SELECT id, follower, 5 FROM companies CROSS JOIN unnest(ARRAY['projections', 'judging']) AS follower
      WHERE name LIKE 'Idle %'`);
    await client.query('VACUUM ANALYZE');
  });
  const service = await stage.serviceOn(database, {});
  await withClient({ connectionString: database }, async (client) => {
    // The start removes what has expired, company by company.
    const isSweeping = async () => (await client.query('SELECT FROM graphile_worker.jobs')).rowCount !== 0;
    do await sleep(10_000);
    while (await isSweeping());
  });
  const begun = cpuTimeUs(service.pid);
  await sleep(measureMs);
  const share = (cpuTimeUs(service.pid) - begun) / 1000 / measureMs;
  return {
    what: `${companies.toLocaleString('en-US')} idle companies: share of a core that a process takes`,
    target: 'at most 0.01',
    measured: digits(share),
    reached: share <= 0.01,
  };
}
