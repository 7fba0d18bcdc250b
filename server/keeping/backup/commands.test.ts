import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { storedPathOf } from '../../ground/files/disk.ts';
import { runCommand } from '../../testing/command-line.ts';
import { openOwnDoor, paths } from '../../testing/door.ts';
import { pdfOf, sha256 } from '../../testing/files.ts';
import { invoiceOn } from '../../testing/operations.ts';
import { openS3 } from '../../testing/s3.ts';

const door = await openOwnDoor('A backup reads the rows of all companies.');
const s3 = await openS3();
const folder = await mkdtemp(join(tmpdir(), 'doorway-backups-'));
afterAll(async () => {
  await door.close();
  await s3.close();
  await rm(folder, { recursive: true });
});

const { FILES_URL: _files, ...s3Env } = s3.env;
const bucket = `s3://${s3.bucket}/kept`;
const run = (args: string[], env: Record<string, string> = {}) =>
  runCommand(['backup', ...args], { DATABASE_URL: door.database.url, DATA_DIR: door.dataDir, ...s3Env, ...env });

const pdf = pdfOf(1_000, 'backup');
await door.addSupplier('1');
const invoice = await invoiceOn(door, 'backup');
const attached = await door.post(paths.attach, {
  supplierInvoiceId: invoice,
  fileName: 'scan.pdf',
  content: pdf.toString('base64'),
});
if (attached.status !== 200) throw new Error(`not attached: ${attached.status}`);

it('a backup goes to a folder or a bucket, says what it has and how to try it, and is listed', async () => {
  const { code, stdout, stderr } = await run(['--to', folder]);
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(
    /^Backed up \d+ rows and 1 file \(1 of them new\) to \S+ as \w+-\w+: .* s\.\nTo try it: doorway restore \S+ --check\n$/,
  );
  expect(stderr).toMatch(/same disk as the data.*\n.*BACKUP_KEY is not set.*secrets\.key/);
  const [name] = await readdir(join(folder, 'backups'));

  const key = { BACKUP_URL: bucket, BACKUP_KEY: 'ab'.repeat(32) };
  const sealed = await run(['--json'], key);
  expect(sealed).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(sealed.stdout)).toMatchObject({
    place: bucket,
    isEncrypted: true,
    files: { count: 1, bytes: pdf.length },
    copied: { count: 1 },
    companies: [{ isSandbox: false, lastEvent: expect.any(Number) }],
    damaged: [],
    warnings: [],
  });

  expect(await run(['list', '--from', folder])).toMatchObject({ code: 0, stdout: `${name}\tcomplete\n` });
  expect(JSON.parse((await run(['list', '--json'], key)).stdout)).toMatchObject({
    place: bucket,
    backups: [{ isComplete: true, isEncrypted: true }],
  });
});

it('a file that the store lacks is named with its invoice, and the exit code is 1', async () => {
  await rm(storedPathOf(join(door.dataDir, 'files'), door.company, Buffer.from(sha256(pdf), 'hex')));
  const other = await mkdtemp(join(folder, 'other-'));
  const { code, stdout, stderr } = await run(['--to', other, '--fast']);
  expect([code, stdout]).toEqual([1, expect.stringContaining('and 0 files')]);
  expect(stderr).toMatch(/scan\.pdf is missing \(file .* of the invoice.*\n.*complete except for 1 file/);
});

it.each<[string[], RegExp, Record<string, string>?]>([
  [['--to', 'gs://bucket'], /is no place for backups/],
  [['--to', `s3://${s3.bucket}/absent`], /cannot be used|cannot be reached/, { S3_ENDPOINT: 'http://127.0.0.1:9' }],
  [['--to', '/dev/null/backups'], /cannot be used/],
  [['--to', `s3://${s3.bucket}/kept`], /own data \(FILES_URL\)/, { FILES_URL: `s3://${s3.bucket}/kept/files` }],
])('%j exits with 2 and says why', async (args, message, env = {}) => {
  expect(await run(args, env)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(message),
  });
});
