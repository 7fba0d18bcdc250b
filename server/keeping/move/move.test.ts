import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { connectTo, inTransaction } from './connect.ts';
import { digestOf } from './digest.ts';
import { attemptMove, cancelMove, moveDatabase, type MoveStep } from './move.ts';
import { copyOut } from '../../ground/db/copy.ts';
import { isDatabaseAway } from '../../ground/db/failures.ts';
import { migrate } from '../../ground/db/migrate.ts';
import { createPool, type CompanyId, type Pool } from '../../ground/db/pool.ts';
import { readTables } from '../../ground/db/tables.ts';
import { ownDatabaseForThisTest } from '../../testing/database.ts';

const reason = 'A move takes the whole database.';
const now = new Date('2026-11-17T12:00:00Z');

async function twoDatabases() {
  const source = await ownDatabaseForThisTest(reason);
  const target = await ownDatabaseForThisTest(reason, 'template0');
  const pool = createPool({ connection: source.connection, size: 6, onIdleError: () => undefined });
  onTestFinished(() => pool.end());
  return { deps: { source: source.connection, target: target.connection }, pool };
}

async function createCompany(pool: Pool): Promise<CompanyId> {
  const id = randomUUID() as CompanyId;
  await pool.query('INSERT INTO companies (id, name, created_at) VALUES ($1, $2, $3)', [id, id, now]);
  await pool.query('INSERT INTO company_counters (company_id) VALUES ($1)', [id]);
  return id;
}

const createPartner = async (pool: Pool, company: CompanyId, name: string) => {
  const id = randomUUID();
  await pool.query('INSERT INTO partners (company_id, id, name, created_at) VALUES ($1, $2, $3, $4)', [
    company,
    id,
    name,
    now,
  ]);
  return id;
};

const createToken = (pool: Pool, company: CompanyId, partner: string) =>
  pool.query(
    `INSERT INTO access_tokens (hash, id, company_id, partner_id, scopes, created_at) VALUES ($1, $2, $3, $4, '{all}', $5)`,
    [randomBytes(32), randomUUID(), company, partner, now],
  );

/** One write after the other until the fence stops it; returns the partners that were acknowledged. */
async function write(pool: Pool): Promise<string[]> {
  const acknowledged: string[] = [];
  try {
    for (;;) {
      const company = await createCompany(pool);
      const [first, second, third] = [
        await createPartner(pool, company, 'a'),
        await createPartner(pool, company, 'b'),
        await createPartner(pool, company, 'c'),
      ];
      await createToken(pool, company, first);
      // Names are unique: the second gets the name that the first had. The third gets another primary key.
      await pool.query(`UPDATE partners SET name = 'z' WHERE company_id = $1 AND id = $2`, [company, first]);
      await pool.query(`UPDATE partners SET name = 'a' WHERE company_id = $1 AND id = $2`, [company, second]);
      await pool.query('UPDATE partners SET id = $3 WHERE company_id = $1 AND id = $2', [company, third, randomUUID()]);
      await pool.query(`DELETE FROM company_counters WHERE company_id = $1`, [company]);
      acknowledged.push(first, second);
    }
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    return acknowledged;
  }
}

async function digestsOf(connection: Parameters<typeof connectTo>[0]) {
  const client = await connectTo(connection, undefined);
  try {
    return await inTransaction(client, '', async () => {
      const digests: Record<string, unknown> = {};
      for (const table of await readTables(client))
        if (!['migrations', 'doorway_versions'].includes(table.name))
          digests[table.name] = await digestOf(copyOut(client, table, undefined));
      const { rows } = (await client.query(
        `SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
      )) as { rows: object[] };
      const { rows: jobs } = (await client.query(
        'SELECT task_identifier, key, priority, run_at FROM graphile_worker.jobs',
      )) as { rows: object[] };
      return { digests, constraints: rows, jobs };
    });
  } finally {
    await client.end();
  }
}

it('a move under writers loses nothing, doubles nothing, and leaves one database that accepts writes', async () => {
  const { deps, pool } = await twoDatabases();
  for (let count = 0; count < 20; count += 1) await createPartner(pool, await createCompany(pool), 'early');
  await pool.query(`SELECT graphile_worker.add_job('mail.send', '{"a":1}', job_key := 'one')`);
  const steps: MoveStep[] = [];
  const writers = [write(pool), write(pool), write(pool)];
  const result = await moveDatabase(deps, { onStep: (step) => void steps.push(step) });
  const acknowledged = (await Promise.all(writers)).flat();

  expect(steps).toEqual(['prepare', 'copy', 'follow', 'verify', 'follow', 'stop', 'release']);
  expect(result).toMatchObject({ foreignTables: [], stopMs: expect.any(Number) });
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(await digestsOf(deps.target)).toEqual(await digestsOf(deps.source));
  const moved = createPool({ connection: deps.target, size: 1, onIdleError: () => undefined });
  onTestFinished(() => moved.end());
  const { rows } = await moved.query(`SELECT id FROM partners WHERE id = ANY($1)`, [acknowledged]);
  expect(rows).toHaveLength(acknowledged.length);

  await expect(createCompany(pool)).rejects.toMatchObject({ code: '25006' });
  await expect(migrate(deps.source)).rejects.toThrow(/has moved to test_\w+ on /);
  await createCompany(moved);
  await migrate(deps.target);
  await expect(cancelMove(deps.source, false)).rejects.toThrow(/--force/);
  expect(await cancelMove(deps.source, true)).toBe('taken back');
  await createCompany(pool);
});

it.each<MoveStep>(['copy', 'follow', 'verify', 'stop', 'release'])(
  'a move that is killed before the step %s goes on when it is repeated',
  async (killed) => {
    const { deps, pool } = await twoDatabases();
    const company = await createCompany(pool);
    await createPartner(pool, company, 'before');
    const kill = (step: MoveStep) => {
      if (step === killed) throw new Error('killed');
    };
    await expect(attemptMove(deps, { onStep: kill })).rejects.toThrow('killed');
    await expect(migrate(deps.target)).rejects.toThrow(/incomplete/);
    if (killed !== 'release') await createPartner(pool, company, 'between');
    await moveDatabase(deps);
    expect(await digestsOf(deps.target)).toEqual(await digestsOf(deps.source));
    await expect(createCompany(pool)).rejects.toMatchObject({ code: '25006' });
    await migrate(deps.target);
  },
);
