import { expect, it, vi } from 'vitest';
import { paths } from '../testing/door.ts';
import {
  connectToEmbedded,
  emptyDataDir,
  firstStart,
  postmasterPid,
  startService,
  type Service,
} from '../testing/process.ts';

const invoice = (reference: string) => ({ externalReferenceId: reference, supplierNumber: '1001' });
const create = ({ call }: Service, token: string, reference: string) =>
  call('POST', paths.invoices, { token, body: invoice(reference) });

/** The one that comes after it knows what was made before, on the same PostgreSQL, and stops it in the end. */
async function expectTakeOver(
  dataDir: string,
  postmaster: number | undefined,
  token: string,
  made: { reference: string; id: string },
): Promise<void> {
  expect(await postmasterPid(dataDir)).toBe(postmaster);
  const database = await connectToEmbedded(dataDir);
  expect((await database.query('SELECT count(*)::integer AS many FROM supplier_invoices')).rows).toEqual([{ many: 1 }]);

  const second = await startService({ DATA_DIR: dataDir });
  expect(await postmasterPid(dataDir)).toBe(postmaster);
  const repeat = await create(second, token, made.reference);
  expect(repeat).toMatchObject({ status: 409, body: { message: expect.stringContaining(made.id) } });
  expect((await create(second, token, 'after the take-over')).status).toBe(200);
  expect(await second.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect(await postmasterPid(dataDir)).toBeUndefined();
}

it('kill -9 of the service leaves its database running, and the next start takes it over with all data', async () => {
  const dataDir = await emptyDataDir();
  const first = await firstStart(dataDir);
  const made = await create(first, first.token, 'before');
  const postmaster = await postmasterPid(dataDir);
  expect(await first.stop('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
  await expectTakeOver(dataDir, postmaster, first.token, { reference: 'before', id: made.body.id });
});

it('kill -9 of the whole process group leaves the database running, and the next start takes it over with all data', async () => {
  const dataDir = await emptyDataDir();
  const first = await firstStart(dataDir, { throughShell: true });
  const made = await create(first, first.token, 'before');
  const postmaster = await postmasterPid(dataDir);
  process.kill(-(first.child.pid as number), 'SIGKILL');
  await first.ended;
  await vi.waitFor(() => expect(fetch(first.address)).rejects.toThrow(), { timeout: 30_000, interval: 20 });
  await expectTakeOver(dataDir, postmaster, first.token, { reference: 'before', id: made.body.id });
});

it('two services on one data folder both work, and stopping either leaves the other working', async () => {
  const dataDir = await emptyDataDir();
  const first = await firstStart(dataDir);
  const second = await startService({ DATA_DIR: dataDir });
  const made = await create(first, first.token, 'shared');
  expect(made.status).toBe(200);
  expect(await create(second, first.token, 'shared')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining(made.body.id) },
  });

  // The one that started PostgreSQL goes first.
  expect((await first.stop('SIGTERM')).code).toBe(0);
  expect((await create(second, first.token, 'alone')).status).toBe(200);
  const third = await startService({ DATA_DIR: dataDir });
  expect((await third.stop('SIGTERM')).code).toBe(0);
  expect((await create(second, first.token, 'alone again')).status).toBe(200);
  expect((await second.stop('SIGTERM')).code).toBe(0);
  expect(await postmasterPid(dataDir)).toBeUndefined();
});
