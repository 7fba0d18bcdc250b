import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { databaseForThisTest, type TestDatabase } from '../testing/database.ts';
import { paths, type Answer } from '../testing/door.ts';
import {
  emptyDataDir,
  doorway,
  expectUnavailable,
  mostMillisecondsToStop,
  startService,
  type Service,
} from '../testing/process.ts';

const patience = { timeout: 40_000, interval: 100 };

/** A network between the service and PostgreSQL that can fail: refuse connections, or take them and stay silent. */
async function openNetwork(database: TestDatabase) {
  const { host, port, user } = inject('postgres');
  const target = join(host, `.s.PGSQL.${port}`);
  const sockets = new Set<Socket>();
  let silent = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (silent) return;
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
  onTestFinished(() => {
    server.close();
    cut();
  });
  return {
    url: `postgres://${user}@127.0.0.1:${own}/${database.connection.database}`,
    /** Connections are cut, and new ones are refused. */
    refuse: () => {
      server.close();
      cut();
    },
    /** What is open stays open, what is new is taken, and nothing is ever answered. */
    fallSilent: () => {
      silent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    comeBack: async () => {
      silent = false;
      cut();
      if (!server.listening) await listen(own);
    },
  };
}

async function open() {
  const database = await databaseForThisTest();
  const network = await openNetwork(database);
  const env = { DATABASE_URL: network.url, DATA_DIR: await emptyDataDir() };
  const token = (await doorway(['token', 'create', '--company', 'Acme', '--partner', 'Scanner'], env)).stdout.trim();
  return { network, env, token };
}

let sent = 0;

/** A request of every kind, all at once, each for something new. */
function callAll({ call }: Service, token: string): Promise<Answer[]> {
  const name = `n${++sent}`;
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

/** 400: there is no such project. That, too, is an answer of a service that has its database. */
const healthy = [200, 200, 200, 200, 200, 400];

async function expectHealthy(service: Service, token: string): Promise<void> {
  expect((await callAll(service, token)).map(({ status }) => status)).toEqual(healthy);
}

async function startHealthy(env: Record<string, string>, token: string): Promise<Service> {
  const service = await startService(env);
  expect((await service.call('POST', paths.suppliers, { token, body: { number: '1', name: 'El' } })).status).toBe(200);
  await expectHealthy(service, token);
  return service;
}

it('a database that refuses connections gives 503, and everything works again when it is back', async () => {
  const { network, env, token } = await open();
  const service = await startHealthy(env, token);
  for (let outage = 1; outage <= 2; outage++) {
    network.refuse();
    for (const answer of await callAll(service, token)) expectUnavailable(answer);
    expect((await service.call('GET', '/health/live')).status).toBe(200);
    await network.comeBack();
    await vi.waitFor(() => expectHealthy(service, token), patience);
  }
  expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});

it('a database that falls silent gives 503 while the partner still waits, and everything works again when it is back', async () => {
  const { network, env, token } = await open();
  const service = await startHealthy(env, token);
  // Work orders take a transaction of several statements, so one of them is within it when the silence begins.
  let silent = false;
  const underWay = Array.from({ length: 4 }, async (_, loop) => {
    for (let n = 0; ; n++) {
      const answer = await service.call('POST', paths.workOrders, {
        token,
        body: { id: `${loop}-${n}`, proposalId: 'P-1' },
      });
      if (silent) return answer;
    }
  });
  await sleep(500);
  network.fallSilent();
  silent = true;
  const began = Date.now();
  const answers = await callAll(service, token);
  for (const answer of answers) expectUnavailable(answer);
  // One may have had its answer from the database just before.
  for (const answer of await Promise.all(underWay)) if (answer.status !== 400) expectUnavailable(answer);
  // A statement that is under way is given up after 20 seconds, and whoever waits behind it for a connection 5 later. Partners wait a minute.
  expect(Date.now() - began).toBeLessThan(60_000);
  expect((await service.call('GET', '/health/live')).status).toBe(200);
  await network.comeBack();
  await vi.waitFor(() => expectHealthy(service, token), patience);
});

it('the service stops in time while its database is silent', async () => {
  const { network, env, token } = await open();
  const service = await startHealthy(env, token);
  network.fallSilent();
  const toldAt = Date.now();
  expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect(Date.now() - toldAt).toBeLessThan(mostMillisecondsToStop);
});

it('a service that starts before its database waits for it', async () => {
  const { network, env, token } = await open();
  network.refuse();
  const starting = startService(env);
  starting.catch(() => undefined);
  await sleep(1_500);
  await network.comeBack();
  expect((await (await starting).call('GET', paths.suppliers, { token })).status).toBe(200);
});
