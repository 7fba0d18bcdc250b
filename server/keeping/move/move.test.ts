import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { cancelMove } from './cancel.ts';
import { digestsOf } from './digests.testing.ts';
import { attemptMove, moveDatabase, type MoveStep } from './move.ts';
import { isDatabaseAway } from '../../ground/db/failures.ts';
import { migrate } from '../../ground/db/migrate.ts';
import type { CompanyId, Pool } from '../../ground/db/pool.ts';
import { createPool } from '../../ground/db/connect/create-pool.ts';
import { ownDatabaseForThisTest } from '../../testing/database.ts';
import { pauseBetweenTries } from '../../testing/time.ts';

const now = new Date('2026-11-17T12:00:00Z');

async function twoDatabases() {
  const source = await ownDatabaseForThisTest('A move takes the whole database.');
  const target = await ownDatabaseForThisTest('A move takes an empty database.', 'template0');
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
async function write(pool: Pool, company: CompanyId): Promise<string[]> {
  const acknowledged: string[] = [];
  const change = (sql: string, ...values: string[]) => pool.query(sql, [company, ...values]);
  try {
    for (let round = 1; ; round += 1) {
      const [first, second, third] = [
        await createPartner(pool, company, `a${round}`),
        await createPartner(pool, company, `b${round}`),
        await createPartner(pool, company, `c${round}`),
      ];
      await createToken(pool, company, first);
      // Names are unique: the second gets the name that the first had. The third gets another primary key.
      await change('UPDATE partners SET name = $3 WHERE company_id = $1 AND id = $2', first, `z${round}`);
      await change('UPDATE partners SET name = $3 WHERE company_id = $1 AND id = $2', second, `a${round}`);
      const moved = randomUUID();
      await change('UPDATE partners SET id = $3 WHERE company_id = $1 AND id = $2', third, moved);
      await change('DELETE FROM partners WHERE company_id = $1 AND id = $2', moved);
      acknowledged.push(first, second);
      await pauseBetweenTries();
    }
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    return acknowledged;
  }
}

it('a move under writers loses nothing, doubles nothing, and leaves one database that accepts writes', async () => {
  const { deps, pool } = await twoDatabases();
  const companies = [await createCompany(pool), await createCompany(pool), await createCompany(pool)];
  await pool.query(`SELECT graphile_worker.add_job('mail.send', '{"a":1}', job_key := 'one')`);
  const steps: MoveStep[] = [];
  const writers = companies.map((company) => write(pool, company));
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

it('a move that is killed before any of its steps goes on when it is repeated', async () => {
  const { deps, pool } = await twoDatabases();
  const company = await createCompany(pool);
  for (const killed of ['copy', 'follow', 'verify', 'stop', 'release'] as const) {
    await createPartner(pool, company, killed);
    const kill = (step: MoveStep) => {
      if (step === killed) throw new Error('killed');
    };
    await expect(attemptMove(deps, { onStep: kill })).rejects.toThrow('killed');
    await expect(migrate(deps.target)).rejects.toThrow(/incomplete/);
  }
  await expect(createPartner(pool, company, 'late')).rejects.toMatchObject({ code: '25006' });
  // The company, its counters, and the four partners that were there when all rows were compared.
  expect(await moveDatabase(deps)).toMatchObject({ rows: 6, stopMs: undefined });
  expect(await digestsOf(deps.target)).toEqual(await digestsOf(deps.source));
  await migrate(deps.target);
  await expect(moveDatabase(deps)).rejects.toThrow(/has moved to test_\w+ on .* already/);
});

it('a failed move leaves nothing in the source, and another one begins anew in the same target', async () => {
  const { deps, pool } = await twoDatabases();
  await createPartner(pool, await createCompany(pool), 'one');
  const alter = async (step: MoveStep) => {
    if (step === 'verify') await onTarget(deps, `UPDATE partners SET name = 'two'`);
  };
  await expect(moveDatabase(deps, { onStep: alter })).rejects.toThrow(
    /not the same as the source: partners of the company [\w-]{36} \(1 rows, 1 arrived\)\. /,
  );
  expect(await remainsOf(pool)).toEqual([]);
  await expect(moveDatabase(deps, { maxStopMs: 0 })).rejects.toThrow(/within 0 s/);
  expect(await remainsOf(pool)).toEqual([]);
  await expect(moveDatabase({ ...deps, target: deps.source })).rejects.toThrow(/source itself/);

  // Enough bytes for a copy that is cut off while the source still sends.
  await pool.query(
    `INSERT INTO partners (company_id, id, name, created_at)
     SELECT id, gen_random_uuid(), lpad(nth::text, 2000, 'x'), $1 FROM companies, generate_series(1, 2000) AS nth`,
    [now],
  );
  let isLost = false;
  const lose = (_step: string, done: number) => {
    if (done < 100 || isLost) return;
    isLost = true;
    void onTarget(
      deps,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'doorway move' AND datname = current_database()`,
    );
  };
  await moveDatabase(deps, { onRows: lose });
  expect(isLost).toBe(true);
  expect(await digestsOf(deps.target)).toEqual(await digestsOf(deps.source));
});

it('a target that is not empty is refused before anything is changed', async () => {
  const { deps, pool } = await twoDatabases();
  await onTarget(deps, 'CREATE TABLE notes (text text)');
  await expect(moveDatabase(deps)).rejects.toThrow(/is not empty/);
  await expect(moveDatabase({ ...deps, target: { ...deps.target, database: 'nowhere' } })).rejects.toThrow(
    'The target cannot be used: database "nowhere" does not exist.',
  );
  await expect(moveDatabase({ ...deps, target: { host: '127.0.0.1', port: 9 } })).rejects.toThrow(
    /^A server is away: .*ECONNREFUSED/,
  );
  expect(await remainsOf(pool)).toEqual([]);
});

async function onTarget({ target }: { target: pg.ClientConfig }, statement: string): Promise<void> {
  const client = new pg.Client(target);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const remainsOf = async (pool: Pool) =>
  (
    await pool.query(
      `SELECT tgname FROM pg_trigger WHERE NOT tgisinternal UNION ALL SELECT nspname FROM pg_namespace WHERE nspname = 'doorway_move'`,
    )
  ).rows;
