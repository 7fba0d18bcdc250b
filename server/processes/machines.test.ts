import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sweepFiles } from '../supplier-invoices/attachments/sweep.ts';
import type { CommandError } from '../errors/command-error.ts';
import { areFilesElsewhere } from '../files/elsewhere.ts';
import { runCommand } from '../testing/command-line.ts';
import { openAppOn, openOwnDoor, paths, send } from '../testing/door.ts';
import { pdfOf } from '../testing/files.ts';
import { groundFailure } from '../testing/ground.ts';
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

  const files = [pdfOf(3_000, 'one'), pdfOf(60_000, 'other')] as const;
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

it('a machine without the key of the secrets refuses to start and makes none; with the key it starts, and says that the files of the database are elsewhere, which the machine that has them does not; after a rotation it starts as well', async () => {
  const one = await openOwnDoor('Signing keys belong to no company.');
  onTestFinished(() => one.close());
  await one.addSupplier('1');
  const supplierInvoiceId = await invoiceOn(one, 'with a file');
  const content = pdfOf(300, 'here').toString('base64');
  expect((await one.post(paths.attach, { supplierInvoiceId, fileName: 'a.pdf', content })).status).toBe(200);
  const DATABASE_URL = one.database.url;
  expect((await runCommand(['keys', 'rotate'], { DATABASE_URL, DATA_DIR: one.dataDir })).code).toBe(0);
  const key = (await readFile(join(one.dataDir, 'secrets.key'), 'utf8')).trim();

  const other = { DATABASE_URL, DATA_DIR: await emptyDataDir() };
  const wrong = { ...other, SECRETS_KEY: randomBytes(32).toString('base64') };
  const { code, stdout, stderr } = await doorway(['serve'], { PORT: '0', LOG_LEVEL: 'silent', ...other });
  expect([stdout, stderr]).toEqual(['', expect.stringMatching(/^[^\n]+\n$/)]);
  const { exitCode, message } = (await groundFailure(wrong)) as CommandError;
  for (const refusal of [
    [code, stderr],
    [exitCode, message],
  ]) {
    expect(refusal).toEqual([1, expect.stringContaining('encrypted with a key that this process does not have')]);
    expect(refusal[1]).toContain(join(other.DATA_DIR, 'secrets.key'));
  }
  expect(existsSync(join(other.DATA_DIR, 'secrets.key'))).toBe(false);

  const elsewhere = await startService({ ...other, SECRETS_KEY: key });
  await expect.poll(() => elsewhere.output()).toContain('has none of the files that the database names');
  expect(await elsewhere.stop('SIGTERM')).toMatchObject({ code: 0 });
  expect(await areFilesElsewhere(one.pool, one.files)).toBe(false);

  expect((await runCommand(['keys', 'rotate'], wrong)).code).toBe(0);
  expect(await groundFailure(wrong)).toBeUndefined();
});
