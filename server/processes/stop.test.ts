import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openEmbedded } from '../ground/db/embedded/embedded.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { createToken } from '../testing/access.ts';
import { databaseForThisTest } from '../testing/database.ts';
import { paths, type Answer } from '../testing/door.ts';
import {
  connectToEmbedded,
  emptyDataDir,
  envelope,
  expectUnavailable,
  firstStart,
  migratedDataDir,
  postmasterPid,
  startService,
  type Service,
} from '../testing/process.ts';
import { openClock } from '../testing/own-clock.ts';
import { waitingWith } from '../testing/waiting.ts';

/** A service that does not end by itself in time says so and exits with 1; failed-start.test.ts holds the limit. */
async function expectCleanEnd({ ended }: Service, dataDir: string): Promise<void> {
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  expect(await postmasterPid(dataDir)).toBeUndefined();
}

/** Blocks every create of the company until this connection closes. */
async function holdCounters(client: pg.Client): Promise<pg.Client> {
  await client.query('BEGIN');
  await client.query('SELECT FROM company_counters FOR UPDATE');
  return client;
}

async function createThatWaits(
  service: Service,
  token: string,
  holder: pg.Client,
  reference: string,
): Promise<{ answer: Promise<Answer> }> {
  const answer = service.call('POST', paths.invoices, {
    token,
    body: { externalReferenceId: reference, supplierNumber: '1001' },
  });
  await expect.poll(() => waitingWith(holder, 'FROM company_counters')).toHaveLength(1);
  return { answer };
}

/** A request whose headers have arrived but not its body. */
async function beginSlowly({ address }: Service, token: string, length: number): Promise<ClientRequest> {
  const slow = request(address + paths.invoices, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': length,
      expect: '100-continue',
    },
  });
  slow.flushHeaders();
  await once(slow, 'continue');
  return slow;
}

async function connectAndStaySilent({ address }: Service): Promise<{ closed: Promise<unknown> }> {
  const silent = connect(Number(new URL(address).port), '127.0.0.1');
  await once(silent, 'connect');
  // A reset raises an error event before the end.
  silent.on('error', () => undefined);
  return { closed: new Promise((resolve) => void silent.once('close', resolve)) };
}

async function invoicesIn(dataDir: string): Promise<string[]> {
  const database = await openEmbedded({ dataDir });
  const client = await connectToEmbedded(dataDir);
  const { rows } = await client.query<{ reference: string }>(
    'SELECT external_reference_id AS reference FROM supplier_invoices ORDER BY 1',
  );
  await client.end();
  await database.close();
  return rows.map(({ reference }) => reference);
}

it('SIGTERM, once or twice, finishes what is under way, asks new requests to come again, stops the database and exits with 0', async () => {
  const dataDir = await migratedDataDir();
  const clock = await openClock();
  const service = await firstStart(dataDir, { env: clock.env });
  const { token } = service;
  const holder = await holdCounters(await connectToEmbedded(dataDir));
  const waiting = await createThatWaits(service, token, holder, 'waits');
  const slowBody = JSON.stringify({ externalReferenceId: 'slow', supplierNumber: '1001' });
  const slow = await beginSlowly(service, token, slowBody.length);
  slow.write(slowBody.slice(0, 20));
  const silent = await connectAndStaySilent(service);

  service.child.kill('SIGTERM');
  await vi.waitFor(async () => expectUnavailable(await service.call('GET', '/health/ready')), {
    timeout: 120_000,
    interval: 20,
  });
  service.child.kill('SIGTERM');
  const refused = { externalReferenceId: 'refused', supplierNumber: '1001' };
  for (const [method, path, body] of [
    ['POST', paths.invoices, refused],
    ['GET', paths.suppliers],
  ] as const) {
    const answer = await service.call(method, path, { token, body });
    expectUnavailable(answer);
    expect(answer.headers.get('connection')).toBe('close');
  }
  expect((await service.call('GET', '/health/live')).status).toBe(200);

  await holder.query('ROLLBACK');
  slow.end(slowBody.slice(20));
  const [slowAnswer] = (await once(slow, 'response')) as [IncomingMessage];
  slowAnswer.resume();
  expect([(await waiting.answer).status, slowAnswer.statusCode]).toEqual([200, 200]);
  await expectCleanEnd(service, dataDir);
  await silent.closed;
  expect(await invoicesIn(dataDir)).toEqual(['slow', 'waits']);
});

// A terminal sends SIGINT to the whole group, and npm passes it on once more.
it('a request that cannot be finished, a body that never ends and a silent connection do not keep the service from stopping in time; SIGINT twice is the same as once', async () => {
  const database = await databaseForThisTest();
  const pool = createPool({ connection: database.connection, size: 2, onIdleError: () => undefined });
  onTestFinished(() => pool.end());
  const { token } = await createToken(pool, { company: 'Acme', partner: 'Scanner' });
  const clock = await openClock();
  const service = await startService({ DATABASE_URL: database.url, DATA_DIR: await emptyDataDir(), ...clock.env });
  await service.call('POST', paths.suppliers, { token, body: { number: '1001', name: 'El' } });
  const client = new pg.Client(database.connection);
  await client.connect();
  onTestFinished(() => client.end());
  const holder = await holdCounters(client);
  const waiting = await createThatWaits(service, token, holder, 'waits');
  const slow = await beginSlowly(service, token, 100);
  const silent = await connectAndStaySilent(service);

  const outcomes = Promise.allSettled([waiting.answer, once(slow, 'response'), silent.closed]);
  service.child.kill('SIGINT');
  await vi.waitFor(async () => expectUnavailable(await service.call('GET', '/health/ready')), {
    timeout: 120_000,
    interval: 20,
  });
  service.child.kill('SIGINT');
  // Six seconds for running requests, and one for the connections to the database.
  await clock.moveOn(7_000, service);
  expect(await service.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  // If an answer still arrives, it must be valid.
  const [answer] = await outcomes;
  if (answer.status === 'fulfilled') expect([answer.value.status, answer.value.body]).toEqual([503, envelope]);
  const { rows } = await pool.query<{ reference: string }>(
    'SELECT external_reference_id AS reference FROM supplier_invoices',
  );
  expect(rows.filter(({ reference }) => reference !== 'waits')).toEqual([]);
});
