import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { databaseForThisTest, type TestDatabase } from '../testing/database.ts';
import { paths } from '../testing/door.ts';
import { poolerForThisTest } from '../testing/pooler.ts';
import {
  emptyDataDir,
  doorway,
  firstStart,
  startDoorway,
  startService,
  type Running,
  type Service,
} from '../testing/process.ts';

/** Starts a worker and waits until it says what it runs. */
async function startWorker(env: Record<string, string>): Promise<Running> {
  const worker = startDoorway(['worker'], env);
  await vi.waitFor(() => expect(worker.output()).toContain('a worker of Doorway runs projections and sweeps'), {
    timeout: 60_000,
    interval: 20,
  });
  return worker;
}

async function connect({ connection }: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client(connection);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const tokenIn = async (env: Record<string, string>) =>
  (await doorway(['token', 'create', '--company', 'Acme', '--partner', 'Scanner'], env)).stdout.trim();

const addSupplier = async ({ call }: Service, token: string, number: string) =>
  expect((await call('POST', paths.suppliers, { token, body: { number, name: number } })).status).toBe(200);

const projectedIn = async (client: pg.Client) =>
  (await client.query<{ number: string }>('SELECT number FROM supplier_projections ORDER BY number')).rows.map(
    ({ number }) => number,
  );

it('with JOBS=off a worker projects and sweeps, and one that is killed loses nothing', async () => {
  const database = await databaseForThisTest();
  const env = { DATABASE_URL: database.url, DATA_DIR: await emptyDataDir(), JOBS: 'off' };
  const token = await tokenIn(env);
  const client = await connect(database);
  await client.query(
    `INSERT INTO invitations (hash, created_at, expires_at) VALUES ('old', now() - interval '100 days', now() - interval '100 days')`,
  );
  const old = async () => (await client.query(`SELECT FROM invitations WHERE hash = 'old'`)).rowCount;
  const service = await startService(env);
  await vi.waitFor(() => expect(service.output()).toContain('JOBS is off'), { timeout: 60_000 });
  await addSupplier(service, token, 'a');
  expect([await projectedIn(client), await old()]).toEqual([[], 1]);

  const worker = await startWorker(env);
  await expect.poll(() => projectedIn(client)).toEqual(['a']);
  await expect.poll(old).toBe(0);
  // From here on it is woken by what another process records.
  await addSupplier(service, token, 'b');
  await expect.poll(() => projectedIn(client)).toEqual(['a', 'b']);

  worker.child.kill('SIGKILL');
  expect(await worker.ended).toMatchObject({ signal: 'SIGKILL' });
  await addSupplier(service, token, 'c');
  const next = await Promise.all([startWorker(env), startWorker(env)]);
  await expect.poll(() => projectedIn(client)).toEqual(['a', 'b', 'c']);
  for (const { child, ended } of next) {
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  }
  expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});

it('behind a pooler in transaction mode, where nothing is heard of, a worker projects all the same', async () => {
  const database = await databaseForThisTest();
  const pooler = await poolerForThisTest(database);
  const env = {
    DATABASE_URL: pooler.url,
    DATABASE_POOLING: 'transaction',
    DATA_DIR: await emptyDataDir(),
    JOBS: 'off',
  };
  const token = await tokenIn(env);
  const [service, worker] = await Promise.all([startService(env), startWorker(env)]);
  await addSupplier(service, token, 'a');
  const client = await connect(database);
  await expect.poll(() => projectedIn(client)).toEqual(['a']);
  worker.child.kill('SIGTERM');
  expect(await worker.ended).toMatchObject({ code: 0, stderr: '' });
  expect(pooler.complaints).toEqual([]);
});

it('a worker shares the embedded database of a service, and its wrong settings end it as they end the service', async () => {
  const dataDir = await emptyDataDir();
  const service = await firstStart(dataDir, { env: { JOBS: 'off' } });
  const worker = await startWorker({ DATA_DIR: dataDir });
  expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  worker.child.kill('SIGINT');
  expect(await worker.ended).toMatchObject({ code: 0, stderr: '' });
  expect(await doorway(['worker'], { DATA_DIR: dataDir, JOBS: 'sometimes' })).toMatchObject({
    code: 2,
    stderr: 'JOBS is "sometimes", but it takes one of on, off.\n',
  });
});
