import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { storedPathOf } from '../ground/files/disk.ts';
import { runCommand } from '../testing/command-line.ts';
import { openOwnDoor, paths } from '../testing/door.ts';
import { pdfOf, sha256 } from '../testing/files.ts';
import { invoiceOn } from '../testing/operations.ts';
import { signedIn } from '../testing/operator.ts';
import { openS3 } from '../testing/s3.ts';

const door = await openOwnDoor('Its commands read the files of all companies.');
const s3 = await openS3();
afterAll(async () => {
  await door.close();
  await s3.close();
});
await door.addSupplier('1');
const viewer = await signedIn(door, 'viewer');
const invoice = await invoiceOn(door, 'scan-4711');
const attach = async (fileName: string) => {
  const bytes = pdfOf(1_000, fileName);
  const body = { supplierInvoiceId: invoice, fileName, content: bytes.toString('base64') };
  const { id } = (await door.post(paths.attach, body)).body;
  const hash = sha256(bytes);
  const path = storedPathOf(join(door.dataDir, 'files'), door.company, Buffer.from(hash, 'hex'));
  return { id: id as string, bytes, hash, path };
};
const [first, second] = [await attach('first.pdf'), await attach('second\u001B[2J.pdf')];

const { FILES_URL: address = '', ...keys } = s3.env;
const onDisk = { DATABASE_URL: door.database.url, DATA_DIR: door.dataDir, ...keys };
const run = (args: string[], env: Record<string, string> = {}) => runCommand(['files', ...args], { ...onDisk, ...env });

it('whole files are verified, and the overview shows it', async () => {
  expect(await run(['verify'])).toMatchObject({
    code: 0,
    stdout: `All 2 files are whole in ${join(door.dataDir, 'files')}.\n`,
    stderr: '',
  });
  const { body } = await viewer.call('GET', `/companies/${door.company}/overview`);
  expect(body.files).toMatchObject({ verified: 2, total: 2, damaged: 0 });
});

it('a damaged file is named with its invoice and company, and the command exits with 1', async () => {
  await rm(second.path);
  const { code, stderr } = await run(['verify', '--company', door.companyName]);
  expect(code).toBe(1);
  expect(stderr).toBe(
    `${door.companyName}: second\\u001b[2J.pdf is missing (file ${second.id} of the invoice, reference scan-4711, id ${invoice})\n` +
      '1 of 2 files is damaged. Restore it from a backup; docs/keeping.md says how.\n',
  );
  const printed = await run(['verify', '--json']);
  expect(printed.code).toBe(1);
  expect(JSON.parse(printed.stdout)).toEqual({
    store: join(door.dataDir, 'files'),
    files: 2,
    companies: [
      {
        company: door.companyName,
        companyId: door.company,
        files: 2,
        damaged: [
          {
            sha256: second.hash,
            size: 1_000,
            problem: 'missing',
            attachments: [
              {
                attachmentId: second.id,
                fileName: 'second\u001B[2J.pdf',
                supplierInvoiceId: invoice,
                externalReferenceId: 'scan-4711',
                supplierInvoiceNumber: null,
              },
            ],
          },
        ],
        unread: [],
      },
    ],
  });
  await writeFile(second.path, second.bytes);
});

it('files are copied to S3, verified there, and read there after a restart', async () => {
  const copied = await run(['copy', '--to', address]);
  expect(copied.code).toBe(0);
  expect(copied.stdout).toContain(`2 files (2 KiB) copied to ${address}; 0 were there already.\n`);
  expect(copied.stdout).toContain(`start the service with FILES_URL=${address}.`);
  expect(await run(['verify', '--store', address])).toMatchObject({
    code: 0,
    stdout: `All 2 files are whole in ${address}.\n`,
  });
  const again = await run(['copy', '--to', address, '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ to: address, files: 2, copied: 0, copiedBytes: 0 });
  await rm(first.path);
  expect(await run(['copy', '--to', 'disk', '--parallel', '1'], { FILES_URL: address })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 file (1 KiB) copied'),
  });
  expect(await run(['verify'])).toMatchObject({ code: 0 });
});

it('a damaged source is named, and the rest is copied', async () => {
  await writeFile(first.path, 'damaged');
  expect(await run(['copy', '--to', `${address}/other`])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('1 file (1 KiB) copied'),
    stderr: expect.stringContaining(`first.pdf is altered (file ${first.id} of the invoice`),
  });
  await writeFile(first.path, first.bytes);
});

it.each([
  [['verify'], { FILES_URL: 's3://no-such-bucket' }, 's3://no-such-bucket cannot be used'],
  [['verify', '--store', 's3:/x'], {}, '"s3:/x" is no store of files: write disk, or an address such as'],
  [['verify', '--parallel', '0'], {}, '--parallel is "0", but it takes a number from 1 to 64.'],
  [['copy', '--to', 'disk'], {}, 'are in'],
  [['copy', '--to', 's3://no-such-bucket'], {}, 's3://no-such-bucket cannot be used'],
])('%j with %j exits with 2 and says why', async (args, env, message) => {
  const { code, stderr } = await run(args, env);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

it('a store that is away is no damage', async () => {
  const env = { FILES_URL: address, S3_ENDPOINT: 'http://127.0.0.1:9' };
  expect(await run(['verify'], env)).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be used') });
  const { body } = await viewer.call('GET', `/companies/${door.company}/overview`);
  expect(body.files).toMatchObject({ damaged: 0 });
});
