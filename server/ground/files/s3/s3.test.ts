import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { answering, s3Error } from '../../../testing/answering.ts';
import { s3ForThisTest, s3Keys } from '../../../testing/s3.ts';
import type { CompanyId } from '../../db/pool.ts';
import type { FileStore } from '../store.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { openS3Store } from './store.ts';
import { ago } from '../../../testing/time.ts';

const company = '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88' as CompanyId;
const address = { bucket: 'doorway-files', prefix: '' };
const mebibyte = 1024 * 1024;
Object.assign(process.env, s3Keys);
afterEach(() => void vi.unstubAllEnvs());

async function failureOf(work: Promise<unknown>): Promise<Pick<StoreUnavailable, 'why' | 'problem' | 'isTemporary'>> {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof StoreUnavailable)) throw new Error('it did not fail as a store does', { cause: failure });
  return failure;
}

async function* chunks(bytes: number, onRead: (bytes: number) => void = () => undefined): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < bytes; sent += 65_536) {
    onRead(65_536);
    yield Buffer.alloc(Math.min(65_536, bytes - sent), 'x');
  }
}

const everyCall = (store: FileStore): [string, () => Promise<unknown>][] => [
  ['probe', () => store.probe()],
  ['keep', async () => (await store.receive(chunks(10), 100)).keep(company)],
  ['receive a large file', () => store.receive(chunks(6 * mebibyte), 10 * mebibyte)],
  ['open', () => store.open(company, Buffer.alloc(32))],
  ['trash', () => store.trash(company, Buffer.alloc(32), new Date())],
  ['trashed', () => store.trashed(company)],
  ['removeAll', () => store.removeAll(company)],
  ['removeStale', () => store.removeStale()],
];

it('a wrong secret is refused by the server of these tests, whatever is asked of it', async () => {
  const { endpoint } = await s3ForThisTest();
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'not the secret');
  const store = await openS3Store(address, endpoint);
  for (const [name, call] of everyCall(store))
    expect(await failureOf(call()), name).toMatchObject({ why: 'credentials', isTemporary: false });
});

it('a missing bucket is no missing file', async () => {
  const { endpoint } = await s3ForThisTest({ bucket: undefined });
  const store = await openS3Store(address, endpoint);
  for (const [name, call] of everyCall(store)) expect(await failureOf(call()), name).toMatchObject({ why: 'bucket' });
});

it('a store that nobody can reach is away for the time being', async () => {
  const store = await openS3Store(address, 'http://127.0.0.1:1');
  for (const [name, call] of everyCall(store))
    expect(await failureOf(call()), name).toMatchObject({ why: 'unreachable', isTemporary: true });
});

it('without credentials the failure says so', async () => {
  for (const key of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(key, undefined);
  for (const key of ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE']) vi.stubEnv(key, '/dev/null');
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  const store = await openS3Store(address, 'http://127.0.0.1:1');
  expect(await failureOf(store.probe())).toMatchObject({ why: 'credentials' });
});

it.each([
  [403, s3Error('AccessDenied'), 'rights', 'AccessDenied: Some words.'],
  [403, '', 'rights', 'it answered with status 403.'],
  [403, s3Error('InvalidAccessKeyId'), 'credentials', 'InvalidAccessKeyId'],
  [400, s3Error('ExpiredToken'), 'credentials', 'ExpiredToken'],
  [
    400,
    s3Error('AuthorizationHeaderMalformed', '<Region>eu-north-1</Region>'),
    'region',
    'The bucket is in eu-north-1.',
  ],
  [301, s3Error('PermanentRedirect'), 'region', 'The bucket is in eu-west-1.'],
  [403, s3Error('RequestTimeTooSkewed'), 'clock', 'RequestTimeTooSkewed'],
  [500, s3Error('InternalError'), 'failing', 'InternalError'],
  [502, '<html><p>Bad Gateway', 'failing', 'it answered with status 502.'],
  [404, '<html></html>', 'refused', 'it answered with status 404.'],
  [200, '<html></html>', 'refused', 'does not answer as S3 does.'],
])('an answer of status %i and %s is a failure of the kind %s', async (status, body, why, words) => {
  const endpoint = await answering((_request, response) => {
    response.writeHead(status, status === 301 ? { 'x-amz-bucket-region': 'eu-west-1' } : {}).end(body);
  });
  const store = await openS3Store(address, endpoint);
  for (const call of [() => store.probe(), () => store.open(company, Buffer.alloc(32))]) {
    const failure = await failureOf(call());
    expect(failure).toMatchObject({ why, isTemporary: why === 'failing' });
    expect(failure.problem).toContain(words);
  }
});

it('a store that fails once is asked again', async () => {
  let calls = 0;
  const endpoint = await answering((_request, response) => {
    calls += 1;
    if (calls === 1) response.writeHead(500).end(s3Error('InternalError'));
    else response.writeHead(200, { etag: '"1"' }).end();
  });
  const store = await openS3Store(address, endpoint);
  await (await store.receive(chunks(10), 100)).keep(company);
  expect(calls).toBe(2);
});

it('a store that was just written to is not probed, unless a write has failed since', async () => {
  let status = 200;
  let calls = 0;
  const endpoint = await answering((_request, response) => {
    calls += 1;
    response.writeHead(status, { etag: '"1"' }).end(status === 200 ? '' : s3Error('AccessDenied'));
  });
  const store = await openS3Store(address, endpoint);
  const received = await store.receive(chunks(10), 100);
  await received.keep(company);
  for (let times = 0; times < 3; times++) await store.probe();
  expect(calls).toBe(1);
  status = 403;
  expect((await failureOf((await store.receive(chunks(10), 100)).keep(company))).why).toBe('rights');
  expect((await failureOf(store.probe())).why).toBe('rights');
});

it('a store that ignores a range is no source of other bytes', async () => {
  const endpoint = await answering((_request, response) => response.writeHead(200, { etag: '"1"' }).end('0123456789'));
  const store = await openS3Store(address, endpoint);
  expect((await failureOf(store.open(company, Buffer.alloc(32), { start: 3, end: 4 }))).why).toBe('refused');
});

it('a connection that breaks within a file is a failure of the store', async () => {
  let breakOff = () => {};
  const endpoint = await answering((_request, response) => {
    response.writeHead(200, { etag: '"1"', 'content-length': 1_000 }).write('some');
    breakOff = () => void response.destroy();
  });
  const store = await openS3Store(address, endpoint);
  const opened = await store.open(company, Buffer.alloc(32));
  expect(opened?.size).toBe(1_000);
  breakOff();
  expect(await failureOf((opened?.stream.toArray() ?? Promise.resolve()) as Promise<unknown>)).toMatchObject({
    why: 'unreachable',
  });
});

it('a sender is read no further than the store takes, and a failing store ends it', async () => {
  const endpoint = await answering((request, response) => {
    if (request.method === 'POST') response.end('<Result><UploadId>1</UploadId></Result>');
    else response.writeHead(400).end(s3Error('InvalidRequest'));
  });
  const store = await openS3Store(address, endpoint);
  let read = 0;
  const receiving = store.receive(
    chunks(100 * mebibyte, (bytes) => void (read += bytes)),
    200 * mebibyte,
  );
  expect((await failureOf(receiving)).why).toBe('refused');
  expect(read).toBeLessThanOrEqual(5 * mebibyte + 65_536);
});

it('uploads that a crash left unfinished are aborted after a day, and not before', async () => {
  const { endpoint, folder, bucket } = await s3ForThisTest();
  const uploads = join(folder, bucket, '._S3rver_uploads');
  for (const [id, hours] of [
    ['01d', 25],
    ['2e2', 23],
  ] as const) {
    await mkdir(join(uploads, id), { recursive: true });
    await writeFile(join(uploads, id, 'key'), 'incoming/1');
    const seconds = ago(hours * 3_600_000).getTime() / 1000;
    await utimes(join(uploads, id, 'key'), seconds, seconds);
  }
  await (await openS3Store(address, endpoint)).removeStale();
  expect(await readdir(uploads)).toEqual(['2e2']);
});

it('an unfinished upload that another machine has just aborted is no failure', async () => {
  const upload =
    '<Upload><Key>incoming/1</Key><UploadId>1</UploadId><Initiated>2026-01-01T00:00:00Z</Initiated></Upload>';
  let aborted = 0;
  const endpoint = await answering((request, response) => {
    if (request.method === 'DELETE') {
      aborted += 1;
      response.writeHead(404).end(s3Error('NoSuchUpload'));
    } else response.end(`<Result>${request.url?.includes('uploads') ? upload : ''}</Result>`);
  });
  await (await openS3Store(address, endpoint)).removeStale();
  expect(aborted).toBe(1);
});
