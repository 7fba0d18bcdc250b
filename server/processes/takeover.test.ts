import { expect, it, vi } from 'vitest';
import { paths } from '../testing/door.ts';
import { isLongRun } from '../testing/long.ts';
import {
  connectToEmbedded,
  emptyDataDir,
  firstStart,
  migratedDataDir,
  postmasterPid,
  startService,
  type Service,
} from '../testing/process.ts';

const invoice = (reference: string) => ({ externalReferenceId: reference, supplierNumber: '1001' });
const create = ({ call }: Service, token: string, reference: string) =>
  call('POST', paths.invoices, { token, body: invoice(reference) });

/** The next service must find the earlier invoices on the same PostgreSQL, and stop it at the end. */
async function expectTakeOver(
  dataDir: string,
  postmaster: number | undefined,
  token: string,
  made: { reference: string; id: string; many: number },
): Promise<void> {
  expect(await postmasterPid(dataDir)).toBe(postmaster);
  const database = await connectToEmbedded(dataDir);
  expect((await database.query('SELECT count(*)::integer AS many FROM supplier_invoices')).rows).toEqual([
    { many: made.many },
  ]);

  const next = await startService({ DATA_DIR: dataDir });
  expect(await postmasterPid(dataDir)).toBe(postmaster);
  const repeat = await create(next, token, made.reference);
  expect(repeat).toMatchObject({ status: 409, body: { message: expect.stringContaining(made.id) } });
  expect((await create(next, token, 'after the take-over')).status).toBe(200);
  expect(await next.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect(await postmasterPid(dataDir)).toBeUndefined();
}

it('services that start at once on a new data folder all come up and work, and one of them makes the demo company; with the docs off none names a page of them; stopping one leaves another working, and after kill -9 of its process group the next start takes the running database over with all data', async () => {
  // embedded.test.ts makes the database by several at once, and migrations.test.ts migrates it.
  const dataDir = await (isLongRun ? emptyDataDir : migratedDataDir)();
  const start = (throughShell: boolean) => startService({ DATA_DIR: dataDir, DOCS: 'off' }, { throughShell });
  const [last, ...others] = await Promise.all([
    start(true),
    ...Array.from({ length: isLongRun ? 3 : 1 }, () => start(false)),
  ]);
  const services = [last, ...others];
  // The service prints the token after it begins to listen.
  const withToken = await vi.waitFor(() => {
    const found = services.filter(({ token }) => token !== undefined);
    expect(found.length).toBeGreaterThan(0);
    return found;
  }, 120_000);
  const token = withToken[0]!.token as string;
  for (const { call } of services) {
    const { status, body } = await call('GET', paths.suppliers, { token });
    expect([status, body.suppliers?.length]).toEqual([200, 7]);
  }
  const database = await connectToEmbedded(dataDir);
  expect((await database.query('SELECT name FROM companies')).rows).toEqual([{ name: 'Demo company' }]);
  expect((await database.query('SELECT FROM access_tokens')).rowCount).toBe(1);

  const made = await create(others[0] as Service, token, 'shared');
  expect(made.status).toBe(200);
  expect(await create(last, token, 'shared')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining(made.body.id) },
  });
  const postmaster = await postmasterPid(dataDir);

  for (const service of others) expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect((await create(last, token, 'alone')).status).toBe(200);

  process.kill(-(last.child.pid as number), 'SIGKILL');
  await last.ended;
  await vi.waitFor(() => expect(fetch(last.address)).rejects.toThrow(), { timeout: 120_000, interval: 20 });
  expect(services.filter((service) => service.token !== undefined)).toHaveLength(1);
  for (const service of services) expect(service.output() + service.shown()).not.toContain('/docs');
  expect(withToken[0]!.shown()).toContain('curl ');
  await expectTakeOver(dataDir, postmaster, token, { reference: 'shared', id: made.body.id, many: 2 });
});

it.runIf(isLongRun)(
  'kill -9 of the service alone leaves its database running, and the next start takes it over with all data',
  async () => {
    const dataDir = await migratedDataDir();
    const first = await firstStart(dataDir);
    const made = await create(first, first.token, 'before');
    const postmaster = await postmasterPid(dataDir);
    expect(await first.stop('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
    await expectTakeOver(dataDir, postmaster, first.token, { reference: 'before', id: made.body.id, many: 1 });
  },
);

it.runIf(isLongRun)('a service that joins a running database and stops leaves the others working', async () => {
  const dataDir = await migratedDataDir();
  const first = await firstStart(dataDir);
  const second = await startService({ DATA_DIR: dataDir });
  expect((await second.stop('SIGTERM')).code).toBe(0);
  expect((await create(first, first.token, 'alone again')).status).toBe(200);
  expect((await first.stop('SIGTERM')).code).toBe(0);
  expect(await postmasterPid(dataDir)).toBeUndefined();
});
