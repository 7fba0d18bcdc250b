import { gunzipSync } from 'node:zlib';
import { get } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
for (const number of ['2', '10', '1', 'a', 'B', 'å'])
  await door.addSupplier(number, { organizationalNumber: number === '10' ? '' : '556016-0680' });
const { token: other } = await door.addCompany('Other');
await door.call('POST', paths.suppliers, {
  token: other,
  body: { number: '1', name: 'Of another company', organizationalNumber: '556016-0680' },
});
afterAll(() => door.close());

const list = (query = '', headers: Record<string, string> = {}) =>
  door.call('GET', paths.suppliers + query, { headers });
const numbers = (body: { suppliers: { number: string }[] }) => body.suppliers.map(({ number }) => number);

const fields = [
  'bankGiro',
  'bicSwift',
  'city',
  'country',
  'email',
  'iban',
  'name',
  'number',
  'organizationalNumber',
  'phone',
  'postGiro',
  'postIndex',
  'street',
  'website',
];

const bytesOf = (headers: Record<string, string>) =>
  new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    get(door.url + paths.suppliers, { headers: { authorization: `Bearer ${door.token}`, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
        );
    }).on('error', reject);
  });

it('every supplier of the company is listed, ordered by number, and none of another', async () => {
  const { status, body, headers } = await list();
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['suppliers']);
  expect(numbers(body)).toEqual(['1', '10', '2', 'B', 'a', 'å']);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  const { body: others } = await door.call('GET', paths.suppliers, { token: other });
  expect(others.suppliers.map((entry: { name: string }) => entry.name)).toEqual(['Of another company']);
});

it('each entry has all fourteen fields, all of them strings', async () => {
  for (const entry of (await list()).body.suppliers as Record<string, string>[]) {
    expect(Object.keys(entry).sort()).toEqual(fields);
    expect(Object.values(entry).every((value) => typeof value === 'string')).toBe(true);
  }
});

it('a company without suppliers has an empty list', async () => {
  const { token } = await door.addCompany('Empty');
  expect((await door.call('GET', paths.suppliers, { token })).body).toEqual({ suppliers: [] });
});

describe('the ETag', () => {
  it('makes a 304 without a body while nothing has changed', async () => {
    const etag = (await list()).headers.get('etag') as string;
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/);
    for (const sent of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const { status, body, headers } = await list('', { 'if-none-match': sent });
      expect({ status, body, etag: headers.get('etag') }).toEqual({ status: 304, body: undefined, etag });
    }
    expect((await list('?limit=2', { 'if-none-match': etag })).status).toBe(304);
    expectProblem(await list('?limit=2&after=%00', { 'if-none-match': etag }), 400, 'after is not valid');
  });

  it('changes with every new supplier, and the list with it', async () => {
    const before = (await list()).headers.get('etag') as string;
    await door.addSupplier('new');
    const after = await list('', { 'if-none-match': before });
    expect(after.status).toBe(200);
    expect(after.headers.get('etag')).not.toBe(before);
    expect(numbers(after.body)).toContain('new');
  });

  it('does not change with what another company does, or with a refused supplier', async () => {
    const before = (await list()).headers.get('etag') as string;
    await door.call('POST', paths.suppliers, { token: other, body: { number: 'theirs', name: 'T' } });
    await door.post(paths.suppliers, { number: '1', name: 'Exists' });
    expect((await list()).headers.get('etag')).toBe(before);
    expect(
      (await door.call('GET', paths.suppliers, { token: other, headers: { 'if-none-match': before } })).status,
    ).toBe(200);
  });

  it('is refused an answer without a token, whatever it matches', async () => {
    const etag = (await list()).headers.get('etag') as string;
    expectProblem(
      await door.call('GET', paths.suppliers, { token: undefined, headers: { 'if-none-match': etag } }),
      401,
    );
  });
});

describe('compression', () => {
  it('is used only if Accept-Encoding allows gzip', async () => {
    const plain = await bytesOf({});
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect((await bytesOf({ 'accept-encoding': 'gzip;q=0, br' })).headers['content-encoding']).toBeUndefined();
    for (const accept of ['gzip', 'br, gzip;q=0.5', '*']) {
      const zipped = await bytesOf({ 'accept-encoding': accept });
      expect(zipped.headers).toMatchObject({
        'content-encoding': 'gzip',
        vary: expect.stringMatching(/accept-encoding/i),
      });
      expect(gunzipSync(zipped.bytes)).toEqual(plain.bytes);
    }
  });
});

it('HEAD is answered as GET, without the body', async () => {
  const got = await list('', { 'accept-encoding': 'identity' });
  const { status, body, headers } = await door.call('HEAD', paths.suppliers, {
    headers: { 'accept-encoding': 'identity' },
  });
  expect({ status, body }).toEqual({ status: 200, body: undefined });
  for (const name of ['etag', 'content-type', 'vary', 'cache-control'])
    expect(headers.get(name)).toBe(got.headers.get(name));
  const refused = await door.call('HEAD', paths.suppliers, { token: undefined });
  expect({ status: refused.status, asked: refused.headers.get('www-authenticate') }).toEqual({
    status: 401,
    asked: 'Bearer realm="doorway"',
  });
});

describe('the filters', () => {
  it('number is exact', async () => {
    expect(numbers((await list('?number=1')).body)).toEqual(['1']);
    expect(numbers((await list('?number=%C3%A5')).body)).toEqual(['å']);
    expect((await list('?number=b')).body).toEqual({ suppliers: [] });
    expect((await list('?number=')).body).toEqual({ suppliers: [] });
  });

  it('organizationalNumber is exact, and goes together with number and limit', async () => {
    expect(numbers((await list('?organizationalNumber=556016-0680')).body)).toEqual(['1', '2', 'B', 'a', 'å']);
    expect((await list('?organizationalNumber=5560160680')).body).toEqual({ suppliers: [] });
    expect(numbers((await list('?organizationalNumber=556016-0680&number=2')).body)).toEqual(['2']);
    expect((await list('?organizationalNumber=556016-0680&number=10')).body).toEqual({ suppliers: [] });
    expect(numbers((await list('?organizationalNumber=556016-0680&limit=2')).body)).toEqual(['1', '2']);
  });

  it('never show another company’s suppliers', async () => {
    const { body } = await door.call('GET', `${paths.suppliers}?organizationalNumber=556016-0680&number=1`, {
      token: other,
    });
    expect(body.suppliers.map((entry: { name: string }) => entry.name)).toEqual(['Of another company']);
  });
});
