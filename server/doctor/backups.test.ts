import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { checkBackupPlace, checkBackups } from './backups.ts';
import { readConfig } from '../config.ts';
import { answering, s3Error } from '../testing/answering.ts';
import { ownDatabaseForThisTest } from '../testing/database.ts';
import { s3ForThisTest, s3Keys } from '../testing/s3.ts';

Object.assign(process.env, s3Keys);

const check = (env: Record<string, string>) => checkBackupPlace(readConfig(env));
/** A file system of its own on Linux and macOS. */
const elsewhere = '/dev';

it('no backup, an old one and a failed one are warnings, and one of tonight is well', async () => {
  const client = new pg.Client((await ownDatabaseForThisTest('Backups belong to no company.')).connection);
  await client.connect();
  onTestFinished(() => client.end());
  const check = (env: Record<string, string> = {}) => checkBackups(client, readConfig(env));
  const add = (hoursAgo: number, outcome: string, problem?: string) =>
    client.query(
      `INSERT INTO backups (id, place, name, began_at, alive_until, taken_at, ended_at, outcome, problem, damaged_files, stored_bytes)
       SELECT gen_random_uuid(), '/backups', 'x', at, at, at, at, $2, $3, 0, 1 FROM (SELECT now() - make_interval(hours => $1) AS at) AS run`,
      [hoursAgo, outcome, problem],
    );
  expect(await check()).toMatchObject({
    name: 'backups',
    status: 'ok',
    message: expect.stringContaining('no company'),
  });
  await client.query(`INSERT INTO companies (id, name, created_at) VALUES (gen_random_uuid(), 'Acme', now())`);
  expect(await check()).toMatchObject({ status: 'warn', advice: expect.stringContaining('BACKUP_URL') });
  expect(await check({ BACKUP_URL: 'elsewhere' })).toMatchObject({ status: 'ok' });
  await add(49, 'good');
  expect(await check()).toMatchObject({ status: 'warn', message: expect.stringContaining('more than 48 hours ago') });
  expect(await check({ BACKUP_URL: '/backups' })).toMatchObject({ advice: expect.stringContaining('JOBS') });
  await add(2, 'failed', 'The disk is full.');
  expect(await check()).toMatchObject({
    status: 'warn',
    message: expect.stringMatching(
      /^The last backup, to \/backups, failed at .+: The disk is full\. The last good backup is of /,
    ),
  });
  await add(1, 'good');
  expect(await check()).toMatchObject({ status: 'ok' });
});

it('without a place there is nothing to check', async () => {
  expect(await check({})).toEqual([]);
  expect(await check({ BACKUP_URL: 'elsewhere' })).toEqual([]);
});

it('a folder must be writable, and on another file system than the data', async () => {
  // The folder of the tests may be in the same memory as /dev.
  const folder = await mkdtemp(join(tmpdir(), 'doorway-backups-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [file, missing] = [join(folder, 'file'), join(folder, 'missing')];
  await writeFile(file, '');
  expect(await check({ BACKUP_URL: folder, DATA_DIR: elsewhere })).toMatchObject([{ status: 'ok' }]);
  expect(await check({ BACKUP_URL: missing, DATA_DIR: elsewhere })).toMatchObject([
    { status: 'ok', message: expect.stringContaining('does not exist yet') },
  ]);
  expect(await check({ BACKUP_URL: missing, DATA_DIR: join(folder, 'data') })).toMatchObject([
    { name: 'backup-place', status: 'warn', message: expect.stringContaining('same file system') },
  ]);
  expect(await check({ BACKUP_URL: join(file, 'in'), DATA_DIR: elsewhere })).toMatchObject([
    { status: 'fail', message: expect.stringContaining('is not a folder') },
  ]);
  expect(await check({ BACKUP_URL: join(folder, 'files'), DATA_DIR: folder })).toMatchObject([
    { status: 'fail', message: expect.stringContaining("the service's own data") },
  ]);
  // Neither rows nor files are in DATA_DIR.
  const remote = { DATABASE_URL: 'postgres://doorway@db/doorway', FILES_URL: 's3://files' };
  expect(await check({ ...remote, BACKUP_URL: missing, DATA_DIR: join(folder, 'data') })).toMatchObject([
    { status: 'ok' },
  ]);
});

it('a bucket is tried; without a key, and with the files in the same bucket, there are warnings', async () => {
  const { endpoint, bucket } = await s3ForThisTest();
  const env = { BACKUP_URL: `s3://${bucket}/backups`, S3_ENDPOINT: endpoint };
  expect(await check({ ...env, BACKUP_KEY: '00'.repeat(32) })).toMatchObject([{ name: 'backup-place', status: 'ok' }]);
  expect(await check({ ...env, FILES_URL: `s3://${bucket}` })).toMatchObject([
    { status: 'ok' },
    { name: 'backup-place', status: 'warn', message: expect.stringContaining('lost at once') },
    { name: 'backup-key', status: 'warn' },
  ]);
  expect(await check({ ...env, BACKUP_URL: 's3://another-bucket' })).toMatchObject([
    { status: 'fail', advice: expect.stringContaining('BACKUP_URL') },
    { name: 'backup-key' },
  ]);
});

it('the right to remove objects is needed only if old backups are removed', async () => {
  const endpoint = await answering(({ method, url = '' }, response) => {
    if (method === 'DELETE' && !url.includes('uploadId')) response.writeHead(403).end(s3Error('AccessDenied'));
    else if (method === 'DELETE') response.writeHead(204).end();
    else if (url.includes('uploads') && method === 'POST')
      response.end('<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>');
    else if (url.includes('uploads')) response.end('<ListMultipartUploadsResult></ListMultipartUploadsResult>');
    else if (url.includes('max-keys')) response.end('<ListBucketResult></ListBucketResult>');
    else response.writeHead(200, { etag: '"1"', 'content-length': 0 }).end();
  });
  const env = { BACKUP_URL: 's3://backups', S3_ENDPOINT: endpoint, BACKUP_KEY: '00'.repeat(32) };
  expect(await check(env)).toMatchObject([{ status: 'fail', message: expect.stringContaining('s3:DeleteObject.') }]);
  expect(await check({ ...env, BACKUPS_KEPT: '0' })).toMatchObject([{ status: 'ok' }]);
});
