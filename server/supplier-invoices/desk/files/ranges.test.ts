import { once } from 'node:events';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, openOwnApp, paths, type Door } from '../../../testing/door.ts';
import { openFilesOf, pdfOf, sha256 } from '../../../testing/files.ts';
import { invoiceOn } from '../../../testing/operations.ts';
import { api, signedIn } from '../../../testing/operator.ts';
import { dial, head } from '../../../testing/raw.ts';
import { openS3 } from '../../../testing/s3.ts';

const s3 = await openS3();
const onDisk = await openDoor();
const onS3 = await openOwnApp('The store of files is a setting of the process.', { env: s3.env });
afterAll(async () => {
  await Promise.all([onDisk.close(), onS3.close()]);
  await s3.close();
});

/** Different bytes throughout, so that a range from elsewhere is noticed. */
function numbered(size: number, seed: string): Buffer {
  const bytes = pdfOf(size, seed);
  for (let at = 100; at + 108 < size; at += 8) bytes.write(at.toString(36).padStart(8, '0'), at, 'latin1');
  return bytes;
}

/** Open connections to a port of this machine. */
async function connectionsTo(port: number): Promise<number> {
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n');
  const remote = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return lines.map((line) => line.trim().split(/\s+/)).filter(([, , to, state]) => to === remote && state === '01')
    .length;
}

interface Store {
  door: Door;
  storedAt: (company: string, hash: string) => string;
  /** Files or connections in use. */
  inUse: () => Promise<number>;
}

const stores: [name: string, Store][] = [
  [
    'on the disk',
    {
      door: onDisk,
      storedAt: (company, hash) => join(onDisk.dataDir, 'files', company, hash.slice(0, 2), hash),
      inUse: async () => (await openFilesOf(onDisk)).length,
    },
  ],
  [
    'in S3',
    {
      door: onS3,
      storedAt: (company, hash) =>
        join(s3.folder, s3.bucket, 'attachments', company, hash.slice(0, 2), `${hash}._S3rver_object`),
      inUse: () => connectionsTo(s3.port),
    },
  ],
];

describe.each(stores)('a file %s', async (_name, { door, storedAt: placeOf, inUse }) => {
  await door.addSupplier('1');
  const viewer = await signedIn(door, 'viewer');
  const invoice = await invoiceOn(door, 'with ranges');

  const pathOf = (id: string) => `${api}/companies/${door.company}/invoices/${invoice}/files/${id}`;
  const storedPath = (bytes: Buffer) => placeOf(door.company, sha256(bytes));

  async function attach(bytes: Buffer): Promise<string> {
    const form = { supplierInvoiceId: invoice, fileName: 'a.pdf', content: bytes.toString('base64') };
    const { status, body } = await door.post(paths.attach, form);
    expect(status, body.message).toBe(200);
    return body.id as string;
  }

  async function read(id: string, headers: Record<string, string> = {}, method = 'GET') {
    const answer = await fetch(door.url + pathOf(id), { method, headers: { cookie: viewer.cookie, ...headers } });
    return { answer, status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  }

  const file = numbered(300_000, 'ranges');
  const id = await attach(file);
  const etag = `"${sha256(file)}"`;

  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=100000-199999', 100_000, 200_000],
    ['bytes=299000-', 299_000, 300_000],
    ['bytes=-1000', 299_000, 300_000],
    ['bytes=0-', 0, 300_000],
    ['bytes=1-999999999999999999999', 1, 300_000],
  ])('%s is a 206 with these bytes alone', async (range, from, to) => {
    const { answer, status, bytes } = await read(id, { range, 'accept-encoding': 'gzip' });
    expect(status).toBe(206);
    expect(bytes.equals(file.subarray(from, to))).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-range': `bytes ${from}-${to - 1}/300000`,
      'content-length': String(to - from),
      'content-type': 'application/pdf',
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      etag,
    });
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/);
    expect(answer.headers.get('content-encoding')).toBeNull();
  });

  it('a whole file has its SHA-256 as ETag and says that it has ranges', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { answer, status } = await read(id, { range: method === 'HEAD' ? 'bytes=0-1' : 'bytes=0-1,5-6' }, method);
      expect(status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        etag,
        'accept-ranges': 'bytes',
        'content-length': '300000',
      });
      expect(answer.headers.get('content-range')).toBeNull();
    }
  });

  it('a range outside the file is a 416 that names the size', async () => {
    const { answer, status, bytes } = await read(id, { range: 'bytes=300000-' });
    expect([status, answer.headers.get('content-range'), answer.headers.get('etag')]).toEqual([
      416,
      'bytes */300000',
      null,
    ]);
    expect(JSON.parse(bytes.toString())).toMatchObject({
      code: 'range.outside',
      parameters: { size: 300_000 },
      message:
        'The file has 300,000 bytes, and none of them lies in this range. Ask for a range that begins before its end, or for the whole file.',
    });
  });

  it('a download that broke off goes on with If-Range, and begins anew with another ETag or a date', async () => {
    const range = 'bytes=123456-';
    const rest = await read(id, { range, 'if-range': etag });
    expect([rest.status, rest.bytes.equals(file.subarray(123_456))]).toEqual([206, true]);
    for (const other of [`"${sha256(Buffer.from('x'))}"`, `W/${etag}`, 'Tue, 17 Nov 2026 10:00:00 GMT']) {
      const whole = await read(id, { range, 'if-range': other });
      expect([whole.status, whole.bytes.equals(file)], other).toEqual([200, true]);
    }
  });

  it('a known file is a 304 without a look at the store', async () => {
    const bytes = numbered(2_000, 'known');
    const known = await attach(bytes);
    await rm(storedPath(bytes));
    for (const method of ['GET', 'HEAD']) {
      const { answer, status } = await read(known, { 'if-none-match': `"x", W/"${sha256(bytes)}"` }, method);
      expect([status, answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([
        304,
        `"${sha256(bytes)}"`,
        'no-store',
      ]);
    }
    const { status, bytes: body } = await read(known, { range: 'bytes=0-9' });
    expect([status, JSON.parse(body.toString()).code]).toEqual([500, 'file.missing']);
  });

  it('who may not read a file learns nothing of it from a range or an ETag', async () => {
    const conditions: Record<string, string>[] = [
      { range: 'bytes=0-9' },
      { range: 'bytes=999999-' },
      { 'if-none-match': '*' },
    ];
    for (const headers of conditions) {
      expect((await read(id, { ...headers, cookie: '' })).status).toBe(401);
      const elsewhere = await read(invoice, headers);
      expect([elsewhere.status, elsewhere.answer.headers.get('etag')]).toEqual([404, null]);
    }
  });

  describe('whose bytes have changed since', () => {
    const told = async (id: string, range: string) => {
      const { answer, status, bytes } = await read(id, { range });
      const names = ['content-disposition', 'content-range', 'accept-ranges', 'etag'];
      return [status, JSON.parse(bytes.toString()).code, ...names.map((name) => answer.headers.get(name))];
    };

    it.each([
      ['in the range', (bytes: Buffer) => bytes.fill('!', 10, 20)],
      ['elsewhere', (bytes: Buffer) => bytes.fill('!', 50_000, 50_001)],
      ['in its length', (bytes: Buffer) => bytes.subarray(0, -1)],
    ])('%s sends no range', async (what, change) => {
      const bytes = numbered(60_000, what);
      const altered = await attach(bytes);
      await writeFile(storedPath(bytes), change(Buffer.from(bytes)));
      const damaged = [500, 'file.damaged', null, null, null, null];
      expect(await told(altered, 'bytes=0-99')).toEqual(damaged);
      expect(await told(altered, 'bytes=0-')).toEqual(damaged);
      // Once it is restored, it is read again at once.
      await writeFile(storedPath(bytes), bytes);
      expect((await read(altered, { range: 'bytes=0-99' })).status).toBe(206);
      // A range after that would end before its Content-Length.
      await truncate(storedPath(bytes), 50_000);
      expect(await told(altered, 'bytes=40000-59998')).toEqual(damaged);
    });
  });

  it('hostile ranges are answered with the whole file or refused', async () => {
    const statusOf = async (range: string) => (await read(id, { range })).status;
    expect(await statusOf(`bytes=${'0-0,'.repeat(2_500)}0-0`)).toBe(200);
    expect(await statusOf(`bytes=${'0-0,'.repeat(10_000)}0-0`)).toBe(431);
    expect(await statusOf(`bytes=${'9'.repeat(5_000)}-${'9'.repeat(5_000)}`)).toBe(416);
    expect(await statusOf('bytes=-5--1')).toBe(200);
  });

  it.runIf(process.platform === 'linux')('readers who hang up leave nothing open', async () => {
    const large = await attach(pdfOf(5 * 1024 * 1024, 'left'));
    const before = await inUse();
    for (let times = 0; times < 4; times++) {
      const socket = dial(door.url);
      socket.write(head('GET', pathOf(large), { cookie: viewer.cookie, range: 'bytes=1-' }));
      await once(socket, 'data');
      socket.destroy();
    }
    await expect.poll(inUse).toBeLessThanOrEqual(before);
  });

  it('many readers at once get their own bytes', async () => {
    const bytes = numbered(1024 * 1024, 'parallel');
    const large = await attach(bytes);
    const starts = Array.from({ length: 24 }, (_, at) => at * 40_000);
    const parts = await Promise.all(
      starts.map(async (start) => (await read(large, { range: `bytes=${start}-${start + 65_535}` })).bytes),
    );
    expect(parts.map((part, at) => part.equals(bytes.subarray(starts[at], (starts[at] ?? 0) + 65_536)))).toEqual(
      starts.map(() => true),
    );
  });
});
