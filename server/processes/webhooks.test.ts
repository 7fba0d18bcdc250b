import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { requireCompany } from '../access/store.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { databaseForThisTest, type TestDatabase } from '../testing/database.ts';
import { paths } from '../testing/door.ts';
import { emptyDataDir, doorway, startDoorway, startService, type Running, type Service } from '../testing/process.ts';
import { waitingWith } from '../testing/waiting.ts';
import {
  addEndpoint,
  allowing,
  attemptsOf,
  expectInOrder,
  numbersOf,
  receiverForThisTest,
  upTo,
} from '../testing/webhooks.ts';

interface World {
  env: Record<string, string>;
  service: Service;
  pool: pg.Client;
  company: CompanyId;
  token: string;
}

async function connect({ connection }: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client(connection);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A service that leaves the jobs to workers. */
async function openWorld(more: Record<string, string> = {}): Promise<World> {
  const database = await databaseForThisTest();
  const env = { DATABASE_URL: database.url, DATA_DIR: await emptyDataDir(), JOBS: 'off', ...allowing, ...more };
  const { stdout } = await doorway(['token', 'create', '--company', 'Acme', '--partner', 'Scanner'], env);
  const pool = await connect(database);
  return {
    env,
    service: await startService(env),
    pool,
    company: await requireCompany(pool, 'Acme'),
    token: stdout.trim(),
  };
}

/** Starts a worker and waits until it says what it runs. */
async function startWorker(env: Record<string, string>): Promise<Running> {
  const worker = startDoorway(['worker'], env);
  await vi.waitFor(() => expect(worker.output()).toContain('a worker of Doorway runs'), {
    timeout: 60_000,
    interval: 20,
  });
  return worker;
}

/** Suppliers with these numbers, one event each, in order. */
async function addSuppliers({ service, token }: World, first: number, last: number): Promise<void> {
  for (const number of upTo(last, first)) {
    const body = { number: String(number), name: `Supplier ${number}` };
    expect((await service.call('POST', paths.suppliers, { token, body })).status).toBe(200);
  }
}

it('a worker that is killed between a delivery and its record: the event arrives again with the same id, and the rest in order', async () => {
  const world = await openWorld();
  const { env, pool, service } = world;
  const receiver = await receiverForThisTest();
  const { id } = await addEndpoint(world, receiver.url);
  const worker = await startWorker(env);
  await addSuppliers(world, 1, 3);
  await expectInOrder(receiver, 3);
  await expect.poll(() => attemptsOf(world, id)).toHaveLength(3);

  // Nothing can be recorded while somebody holds the table of attempts.
  await pool.query('BEGIN; LOCK TABLE webhook_attempts IN EXCLUSIVE MODE');
  await addSuppliers(world, 4, 6);
  await expect.poll(() => numbersOf(receiver.received), { timeout: 60_000 }).toContain(4);
  worker.child.kill('SIGKILL');
  expect(await worker.ended).toMatchObject({ signal: 'SIGKILL' });
  // PostgreSQL has not noticed, and would finish what it was asked for last.
  for (const pid of await waitingWith(pool, 'webhook_attempts'))
    await pool.query('SELECT pg_terminate_backend($1)', [pid]);
  await expect.poll(() => waitingWith(pool, 'webhook_attempts')).toEqual([]);
  await pool.query('ROLLBACK');
  const before = receiver.received.length;
  expect(await attemptsOf(world, id)).toHaveLength(3);

  // The lease of who was killed is over after half a minute.
  const next = await startWorker(env);
  await expect.poll(() => numbersOf(receiver.received).slice(before), { timeout: 90_000 }).toEqual([4, 5, 6]);
  const fourth = receiver.received.filter((received) => numbersOf([received])[0] === 4);
  expect(fourth.length).toBe(2);
  expect(new Set(fourth.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(fourth.map(({ body }) => body)).size).toBe(1);
  await expect.poll(() => attemptsOf(world, id)).toHaveLength(6);

  next.child.kill('SIGTERM');
  expect(await next.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});

it('two workers share the deliveries: each goes on where the other stands still', async () => {
  const world = await openWorld();
  const { env, service } = world;
  const receivers = await Promise.all([1, 2, 3].map(() => receiverForThisTest()));
  for (const { url } of receivers) await addEndpoint(world, url);
  const [one, two] = await Promise.all([startWorker(env), startWorker(env)]);
  await addSuppliers(world, 1, 20);
  for (const receiver of receivers) await expectInOrder(receiver, 20);
  const standing = 'SELECT FROM webhook_positions WHERE lease IS NOT NULL';
  for (const [at, stopped] of [one, two].entries()) {
    // Nobody has a lease that would have to end first.
    await expect.poll(async () => (await world.pool.query(standing)).rowCount).toBe(0);
    stopped.child.kill('SIGSTOP');
    await addSuppliers(world, 21 + at * 10, 30 + at * 10);
    for (const receiver of receivers) await expectInOrder(receiver, 30 + at * 10);
    stopped.child.kill('SIGCONT');
  }
  for (const { child, ended } of [one, two]) {
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  }
  expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});

it('a service that delivers itself is stopped while a receiver hangs, ends cleanly, and goes on after its next start', async () => {
  const world = await openWorld({ JOBS: 'on' });
  let hangs = true;
  const receiver = await receiverForThisTest((received, response) => {
    if (!hangs || numbersOf([received])[0] !== 3) response.end();
  });
  const { id } = await addEndpoint(world, receiver.url);
  await addSuppliers(world, 1, 5);
  await expectInOrder(receiver, 3);
  expect(await world.service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect(await attemptsOf(world, id)).toHaveLength(2);

  hangs = false;
  const again = await startService(world.env);
  await expect.poll(() => numbersOf(receiver.received), { timeout: 60_000 }).toEqual([1, 2, 3, 3, 4, 5]);
  const metrics = await (await fetch(`${again.address}/metrics`)).text();
  expect(metrics).toContain('doorway_webhook_deliveries_total{outcome="delivered"} 3');
  expect(metrics).toMatch(/doorway_webhook_lag_seconds_count 3/);
  expect(await again.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});
