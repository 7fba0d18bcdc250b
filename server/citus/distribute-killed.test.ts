import { describe, expect, it, vi } from 'vitest';
import { tablesToPlace } from '../ground/db/citus/distribute.ts';
import type { Client } from '../ground/db/connect/client.ts';
import { inTransaction, withClient } from '../ground/db/connect/with-client.ts';
import { migrate } from '../ground/db/migrate.ts';
import { citusUrl, clusterForThisTest } from '../testing/citus.ts';
import { digestsOf } from '../testing/digests.ts';
import { fillTables } from '../testing/generated-rows.ts';
import { createLuck } from '../testing/luck.ts';
import { startDoorway } from '../testing/process.ts';
import { pauseBetweenTries } from '../testing/time.ts';

/** How many tables are distributed, and how many connections and prepared transactions the killed process left. */
async function countsIn(client: Client): Promise<{ placed: number; left: number }> {
  const { rows } = (await client.query(
    `SELECT (SELECT count(*)::integer FROM pg_dist_partition) AS placed,
            (SELECT count(*)::integer FROM pg_stat_activity
             WHERE datname = current_database() AND application_name = 'doorway distribute')
            + (SELECT sum(result::integer)::integer FROM run_command_on_workers(
                 'SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database()')) AS left`,
  )) as { rows: { placed: number; left: number }[] };
  return rows[0] as { placed: number; left: number };
}

describe.skipIf(citusUrl === undefined)('on a cluster', () => {
  it('a command that is killed at any moment has distributed all tables or none', async () => {
    const { connection, url } = await clusterForThisTest();
    await migrate(connection);
    const files = { hashes: [Buffer.alloc(32, 1)], size: 10 };
    await withClient(connection, 'test', async (client) => {
      const without = ['migrations', 'doorway_versions', 'write_probes'];
      await inTransaction(client, () => fillTables(client, { seed: 7, without, files }));
      const before = await digestsOf(connection);
      const total = (await tablesToPlace(client)).length;
      const start = () => startDoorway(['db', 'distribute'], { DATABASE_URL: url });

      const luck = createLuck();
      for (const killedAt of [1, 12, 33, total]) {
        const { child, shown, ended } = start();
        await vi.waitFor(() => expect(`\n${shown()}`).toContain(`\n${killedAt} of `), {
          timeout: 120_000,
          interval: 5,
        });
        for (let pauses = luck.below(5); pauses > 0; pauses--) await pauseBetweenTries();
        child.kill('SIGKILL');
        expect(await ended).toMatchObject({ signal: 'SIGKILL' });
        await vi.waitFor(async () => expect(await countsIn(client)).toMatchObject({ left: 0 }), {
          timeout: 120_000,
          interval: 100,
        });
        expect([0, total]).toContain((await countsIn(client)).placed);
      }
      expect(await digestsOf(connection)).toEqual(before);
      expect(await start().ended).toMatchObject({ code: 0 });
      expect((await countsIn(client)).placed).toBe(total);
      expect(await digestsOf(connection)).toEqual(before);
    });
  });
});
