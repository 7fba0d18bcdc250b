import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { answering, s3Error } from '../testing/answering.ts';
import { s3ForThisTest, s3Keys } from '../testing/s3.ts';
import { fromNow } from '../testing/time.ts';
import { checkFiles } from './files.ts';

Object.assign(process.env, s3Keys);
afterEach(() => void vi.unstubAllEnvs());

const check = (endpoint: string, bucket = 'doorway-files') =>
  checkFiles(readConfig({ FILES_URL: `s3://${bucket}/attachments`, S3_ENDPOINT: endpoint }));

it('a bucket that can be read and written to is well, and nothing is left in it', async () => {
  const { endpoint, folder, bucket } = await s3ForThisTest();
  expect(await check(endpoint)).toEqual([
    { name: 'files', status: 'ok', message: 's3://doorway-files/attachments can be read and written to.' },
  ]);
  const left = await readdir(join(folder, bucket), { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
});

it('a missing bucket, wrong keys and a store that is away are told apart', async () => {
  const { endpoint } = await s3ForThisTest();
  expect(await check(endpoint, 'another-bucket')).toMatchObject([
    { status: 'fail', message: expect.stringContaining('NoSuchBucket'), advice: expect.stringContaining('FILES_URL') },
  ]);
  expect(await check('http://127.0.0.1:1')).toMatchObject([
    {
      status: 'fail',
      message: expect.stringContaining('ECONNREFUSED'),
      advice: expect.stringContaining('S3_ENDPOINT'),
    },
  ]);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'not the secret');
  expect(await check(endpoint)).toMatchObject([
    { status: 'fail', advice: expect.stringContaining('AWS_SECRET_ACCESS_KEY') },
  ]);
});

it('each right that is missing is named', async () => {
  const endpoint = await answering(({ method, url = '' }, response) => {
    if (method === 'DELETE' || url.includes('uploads')) response.writeHead(403).end(s3Error('AccessDenied'));
    else if (url.includes('max-keys')) response.end('<ListBucketResult></ListBucketResult>');
    else response.writeHead(200, { etag: '"1"', 'content-length': 0 }).end();
  });
  expect(await check(endpoint)).toMatchObject([
    {
      status: 'fail',
      message:
        'The credentials lack rights on s3://doorway-files/attachments: s3:DeleteObject, s3:AbortMultipartUpload, s3:ListBucketMultipartUploads.',
      advice: expect.stringContaining('docs/configuration.md'),
    },
  ]);
});

it('the region of the bucket is named if another is configured', async () => {
  const endpoint = await answering((_request, response) =>
    response.writeHead(400).end(s3Error('AuthorizationHeaderMalformed', '<Region>eu-north-1</Region>')),
  );
  expect(await check(endpoint)).toMatchObject([
    { status: 'fail', message: expect.stringContaining('eu-north-1'), advice: expect.stringContaining('AWS_REGION') },
  ]);
});

it.each([
  [25, 'The clock of this machine is 25 min behind the store’s.'],
  [-90, 'The clock of this machine is 90 min ahead of the store’s.'],
])('a clock that differs by %i minutes is named with the difference', async (minutes, message) => {
  const endpoint = await answering((_request, response) => {
    const date = fromNow(minutes * 60_000);
    const time = `<ServerTime>${date.toISOString()}</ServerTime>`;
    response.writeHead(403, { date: date.toUTCString() }).end(s3Error('RequestTimeTooSkewed', time));
  });
  expect(await check(endpoint)).toMatchObject([
    { status: 'fail', message: expect.stringContaining(message), advice: expect.stringContaining('clock') },
  ]);
});
