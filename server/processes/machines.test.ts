import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sweepFiles } from '../attachments/sweep.ts';
import { areFilesElsewhere } from '../files/elsewhere.ts';
import { runCommand } from '../testing/command-line.ts';
import { ownDatabaseForThisTest } from '../testing/database.ts';
import { openAppOn, openOwnDoor, paths, send } from '../testing/door.ts';
import { pdfOf } from '../testing/files.ts';
import { invoiceOn } from '../testing/operations.ts';
import { api, signedIn } from '../testing/operator.ts';
import { doorway, emptyDataDir, startService } from '../testing/process.ts';
import { s3ForThisTest } from '../testing/s3.ts';
import { fromNow } from '../testing/time.ts';

const dayMs = 24 * 60 * 60 * 1000;

it('machines that share a database and a bucket read and sweep the same files, and store none in their own folders', async () => {
  const s3 = await s3ForThisTest();
  const shared = { ...s3.env, SECRETS_KEY: randomBytes(32).toString('base64') };
  const one = await openOwnDoor('It sweeps the files of all companies.', { env: shared });
  onTestFinished(() => one.close());
  await one.addSupplier('1');
  const { cookie } = await signedIn(one, 'viewer');
  const dataDir = await emptyDataDir();
  const other = await openAppOn('A second machine has settings of its own.', one.database.connection, dataDir, {
    env: shared,
  });
  onTestFinished(() => other.stop());
  const supplierInvoiceId = await invoiceOn(one, 'from both');

  const attachAt = async (address: string, file: Buffer): Promise<string> => {
    const body = { supplierInvoiceId, fileName: 'a.pdf', content: file.toString('base64') };
    const { status, body: answer } = await send(address, 'POST', paths.attach, { token: one.token, body });
    expect(status, answer.message).toBe(200);
    return answer.id;
  };
  const readAt = async (address: string, id: string): Promise<Buffer> => {
    const path = `${api}/companies/${one.company}/invoices/${supplierInvoiceId}/files/${id}`;
    const answer = await fetch(address + path, { headers: { cookie } });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };

  const files = [pdfOf(3_000, 'one'), pdfOf(6_000_000, 'other')] as const;
  const ids = [await attachAt(one.url, files[0]), await attachAt(other.url, files[1])] as const;
  const expectBoth = async () => {
    for (const [at, id] of ids.entries())
      for (const address of [one.url, other.url]) expect((await readAt(address, id)).equals(files[at]!)).toBe(true);
  };
  await expectBoth();

  const orphan = await one.files.receive([pdfOf(300, 'orphan')] as never, 1_000);
  await orphan.keep(one.company);
  for (const days of [2, 4])
    await Promise.all([one.files, other.files].map((store) => sweepFiles(one.pool, store, fromNow(days * dayMs))));
  await expectBoth();
  expect(await other.files.open(one.company, orphan.sha256)).toBeUndefined();
  expect(await other.files.trashed(one.company)).toEqual([]);
  for (const folder of [one.dataDir, dataDir]) expect(existsSync(join(folder, 'files'))).toBe(false);
});

it('a machine without the key of the secrets refuses to start and makes none; with the key, or after a rotation, it starts', async () => {
  const database = await ownDatabaseForThisTest('Signing keys belong to no company.');
  const DATABASE_URL = database.url;
  const first = { DATABASE_URL, DATA_DIR: await emptyDataDir() };
  expect((await runCommand(['keys', 'rotate'], first)).code).toBe(0);
  const key = (await readFile(join(first.DATA_DIR, 'secrets.key'), 'utf8')).trim();

  const other = { DATABASE_URL, DATA_DIR: await emptyDataDir() };
  const wrong = { ...other, SECRETS_KEY: randomBytes(32).toString('base64') };
  for (const [command, env] of [
    ['serve', other],
    ['worker', wrong],
  ] as const) {
    const { code, stderr } = await doorway([command], { PORT: '0', ...env });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('encrypted with a key that this process does not have'),
    ]);
    expect(stderr).toContain(join(other.DATA_DIR, 'secrets.key'));
  }
  expect(existsSync(join(other.DATA_DIR, 'secrets.key'))).toBe(false);
  expect(await (await startService({ ...other, SECRETS_KEY: key })).stop('SIGTERM')).toMatchObject({ code: 0 });

  expect((await runCommand(['keys', 'rotate'], wrong)).code).toBe(0);
  expect(await (await startService(wrong)).stop('SIGTERM')).toMatchObject({ code: 0 });
});

it('a machine with a folder of its own says that the files of the database are elsewhere; the machine that has them does not', async () => {
  const one = await openOwnDoor('Its files are in one folder.');
  onTestFinished(() => one.close());
  await one.addSupplier('1');
  const supplierInvoiceId = await invoiceOn(one, 'with a file');
  const content = pdfOf(300, 'here').toString('base64');
  expect((await one.post(paths.attach, { supplierInvoiceId, fileName: 'a.pdf', content })).status).toBe(200);
  const SECRETS_KEY = randomBytes(32).toString('base64');
  const elsewhere = await startService({
    DATABASE_URL: one.database.url,
    SECRETS_KEY,
    DATA_DIR: await emptyDataDir(),
  });
  await expect.poll(() => elsewhere.output()).toContain('has none of the files that the database names');
  await elsewhere.stop('SIGTERM');
  expect(await areFilesElsewhere(one.pool, one.files)).toBe(false);
});
