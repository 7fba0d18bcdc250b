import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, inject, it, vi } from 'vitest';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { createToken } from '../testing/access.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { paths, type Answer } from '../testing/door.ts';
import { isLongRun } from '../testing/long.ts';
import { openClock } from '../testing/own-clock.ts';
import { afterAllTests, emptyDataDir, expectUnavailable, startService, type Service } from '../testing/process.ts';

const patience = { timeout: 120_000, interval: 100 };

const finished = afterAllTests();

/** A network between service and PostgreSQL that can cut, refuse or silently accept connections. */
async function openNetwork(database: TestDatabase) {
  const { host, port, user } = inject('postgres');
  const target = join(host, `.s.PGSQL.${port}`);
  const sockets = new Set<Socket>();
  let silent = false;
  let isCut = true;
  let tries = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    tries += 1;
    if (isCut) near.destroy();
    if (isCut || silent) return;
    const far = connect(target);
    keep(far);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const own = await listen(0);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  finished(() => {
    server.close();
    cut();
  });
  return {
    url: `postgres://${user}@127.0.0.1:${own}/${database.connection.database}`,
    /** Until the first recovery each connection attempt is cut at once. */
    tries: () => tries,
    refuse: () => {
      server.close();
      cut();
    },
    fallSilent: () => {
      silent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    comeBack: async () => {
      silent = isCut = false;
      cut();
      if (!server.listening) await listen(own);
    },
  };
}

let service: Service;
const clock = await openClock(finished);

const database = await createTestDatabase();
finished(() => database.drop());
const pool = createPool({ connection: database.connection, size: 1, onIdleError: () => undefined });
const { token } = await createToken(pool, { company: 'Acme', partner: 'Scanner' });
await pool.end();
const network = await openNetwork(database);

let sent = 0;

/** Each request is for a new record. */
function callAll(): Promise<Answer[]> {
  const name = `n${++sent}`;
  const { call } = service;
  const post = (path: string, body: unknown, headers = {}) => call('POST', path, { token, body, headers });
  return Promise.all([
    call('GET', '/health/ready'),
    call('GET', paths.suppliers, { token }),
    post(paths.suppliers, { number: name, name }),
    post(paths.invoices, { externalReferenceId: name, supplierNumber: '1' }),
    post(paths.invoices, { externalReferenceId: `${name} keyed`, supplierNumber: '1' }, { 'idempotency-key': name }),
    post(paths.workOrders, { id: name, proposalId: 'P-1' }),
  ]);
}

/** 400 means that there is no such project: the database answered. */
const healthy = [200, 200, 200, 200, 200, 400];

const expectHealthy = async () => expect((await callAll()).map(({ status }) => status)).toEqual(healthy);

// Each test starts from the state that the previous one left.

it('a service that starts before its database waits for it', async () => {
  const starting = startService(
    { DATABASE_URL: network.url, DATA_DIR: await emptyDataDir(finished), ...clock.env },
    { finished },
  );
  starting.catch(() => undefined);
  await vi.waitFor(() => expect(network.tries()).toBeGreaterThan(1), patience);
  await network.comeBack();
  service = await starting;
  expect((await service.call('POST', paths.suppliers, { token, body: { number: '1', name: 'El' } })).status).toBe(200);
  await expectHealthy();
});

it('a database that refuses connections gives 503, and everything works again when it is back', async () => {
  for (let outage = 1; outage <= (isLongRun ? 2 : 1); outage++) {
    network.refuse();
    for (const answer of await callAll()) expectUnavailable(answer);
    expect((await service.call('GET', '/health/live')).status).toBe(200);
    await network.comeBack();
    await vi.waitFor(expectHealthy, patience);
  }
});

it('a database that falls silent gives 503 while the partner still waits, and everything works again when it is back', async () => {
  // A work order takes several statements in one transaction, so one is open when the silence begins.
  let silent = false;
  let answered = 0;
  const underWay = Array.from({ length: 4 }, async (_, loop) => {
    for (let n = 0; ; n++) {
      const answer = await service.call('POST', paths.workOrders, {
        token,
        body: { id: `${loop}-${n}`, proposalId: 'P-1' },
      });
      answered += 1;
      if (silent) return answer;
    }
  });
  await vi.waitFor(() => expect(answered).toBeGreaterThan(20), { ...patience, interval: 5 });
  network.fallSilent();
  silent = true;
  let areAnswered = false;
  const answers = Promise.all([callAll(), Promise.all(underWay)]).finally(() => (areAnswered = true));
  // A statement is abandoned after 20 seconds, and a request that waits for its connection 5 seconds later. All of them
  // may begin a few moves late.
  for (let movedMs = 0; !areAnswered; movedMs += 5_000) {
    expect(movedMs).toBeLessThan(60_000);
    expect((await service.call('GET', '/health/live')).status).toBe(200);
    await clock.moveOn(5_000, service);
  }
  const [called, interrupted] = await answers;
  for (const answer of called) expectUnavailable(answer);
  // One of them may have got its answer just before.
  for (const answer of interrupted) if (answer.status !== 400) expectUnavailable(answer);
  await network.comeBack();
  await vi.waitFor(expectHealthy, patience);
});

it('the service stops in time while its database is silent', async () => {
  network.fallSilent();
  expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});
