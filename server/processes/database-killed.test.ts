import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { paths, type Answer } from '../testing/door.ts';
import {
  afterAllTests,
  expectUnavailable,
  firstStart,
  kill,
  migratedDataDir,
  postmasterPid,
  type Service,
} from '../testing/process.ts';
import { pauseBetweenTries } from '../testing/time.ts';

const patience = { timeout: 120_000, interval: 100 };

function keepCalling(service: Service, token: string) {
  const answers: Answer[] = [];
  let stopped = false;
  const bodies = {
    invoice: (n: number) => ({
      path: paths.invoices,
      body: { externalReferenceId: `during-${n}`, supplierNumber: '1001' },
    }),
    keyed: (n: number) => ({
      path: paths.invoices,
      body: { externalReferenceId: `keyed-${n}`, supplierNumber: '1001' },
      headers: { 'idempotency-key': `key-${n}` },
    }),
    supplier: (n: number) => ({ path: paths.suppliers, body: { number: `during-${n}`, name: 'El' } }),
    workOrder: (n: number) => ({ path: paths.workOrders, body: { id: `during-${n}`, proposalId: 'P-2026-014' } }),
    list: () => ({ path: paths.suppliers, body: undefined }),
  };
  const loops = Object.values(bodies).map(async (make) => {
    for (let n = 0; !stopped; n++, await pauseBetweenTries()) {
      const { path, ...call } = make(n);
      answers.push(await service.call(call.body === undefined ? 'GET' : 'POST', path, { token, ...call }));
    }
  });
  return {
    answers,
    stop: async () => {
      stopped = true;
      await Promise.all(loops);
    },
  };
}

const finished = afterAllTests();
const dataDir = await migratedDataDir(finished);
const service = await firstStart(dataDir, { finished });

const ready = () => service.call('GET', '/health/ready');
const create = (externalReferenceId: string) =>
  service.call('POST', paths.invoices, { token: service.token, body: { externalReferenceId, supplierNumber: '1001' } });
const control = () => join(dataDir, 'postgres', 'global', 'pg_control');

// Each test starts from the state that the previous one left.

it('the embedded database is started again after kill -9 without anybody doing anything', async () => {
  const made = await create('before');
  kill((await postmasterPid(dataDir)) as number);
  // A connection may still serve one request after its postmaster is gone, so one more 503 is allowed.
  const settled = (reference: () => string, status: number) =>
    vi.waitFor(async () => {
      const answer = await create(reference());
      if (answer.status === 503) expectUnavailable(answer);
      expect(answer.status).toBe(status);
      return answer;
    }, patience);
  let tries = 0;
  await settled(() => `after ${tries++}`, 200);
  expect((await settled(() => 'before', 409)).body.message).toContain(made.body.id);
});

it('while the embedded database is away requests are answered with 503 and never with 500, and all heals by itself', async () => {
  await vi.waitFor(async () => expect((await ready()).status).toBe(200), patience);
  const calling = keepCalling(service, service.token);
  await vi.waitFor(() => expect(calling.answers.length).toBeGreaterThan(25), patience);

  // PostgreSQL cannot start without this file.
  await rename(control(), `${control()}.away`);
  const first = await postmasterPid(dataDir);
  kill(first as number);
  await vi.waitFor(async () => expectUnavailable(await ready()), patience);
  const away = calling.answers.length;
  await vi.waitFor(() => expect(calling.answers.length).toBeGreaterThan(away + 25), patience);
  expect((await service.call('GET', '/health/live')).status).toBe(200);
  expectUnavailable(await ready());

  await rename(`${control()}.away`, control());
  await vi.waitFor(async () => expect((await ready()).status).toBe(200), patience);
  expect((await create('afterwards')).status).toBe(200);
  await calling.stop();
  expect(await postmasterPid(dataDir)).not.toBe(first);

  const failed = calling.answers.filter(({ status }) => status !== 200);
  expect(failed.length).toBeGreaterThan(0);
  for (const answer of failed) expectUnavailable(answer);
});

it('the service stops in time while its embedded database is away', async () => {
  await rename(control(), `${control()}.away`);
  kill((await postmasterPid(dataDir)) as number);
  await vi.waitFor(async () => expectUnavailable(await ready()), patience);
  expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});
