import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor, openOwnApp, paths, type Door } from '../../testing/door.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
afterAll(() => door.close());

const bodies = [
  {},
  { body: { a: 1 } },
  { raw: 'not JSON', headers: { 'content-type': 'application/json' } },
  { raw: 'text', headers: { 'content-type': 'text/plain' } },
  { raw: '', headers: { 'content-type': 'application/json' } },
];

describe('404', () => {
  it.each([
    '/',
    '/nowhere',
    '/supplierinvoices',
    '/supplierinvoices/supplier',
    `${paths.suppliers}/`,
    '/SUPPLIERINVOICES/SUPPLIERS',
    '//',
    '/doorway/v2/projects/workorder',
    '/constructor',
    '/__proto__',
  ])('GET %s, with a token and without', async (path) => {
    expectProblem(await door.call('GET', path), 404, 'This path does not exist.');
    expectProblem(await door.call('GET', path, { token: undefined }), 404);
  });

  it('whatever body comes with it', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const call of bodies) expectProblem(await door.call(method, '/nowhere', call), 404);
  });
});

describe('405 names the methods that there are', () => {
  const allowed = {
    [paths.suppliers]: ['GET', 'HEAD', 'POST'],
    [paths.invoices]: ['GET', 'HEAD', 'POST'],
    [paths.attach]: ['POST'],
    [paths.workOrders]: ['GET', 'HEAD', 'POST'],
  };

  it.each(Object.entries(allowed))('on %s: %s', async (path, methods) => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY', 'LOCK'].filter(
      (other) => !methods.includes(other),
    )) {
      const answer = await door.call(method, path);
      expectProblem(answer, 405, `This path does not take ${method}.`);
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(methods);
    }
  });

  it('whatever body comes with it, with a query and without a token', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      for (const call of bodies)
        expectProblem(await door.call(method, `${paths.invoices}?a=b`, { ...call, token: undefined }), 405);
  });

  it('to HEAD too, without a body', async () => {
    const { status, headers, body } = await door.call('HEAD', paths.attach);
    expect({ status, allow: headers.get('allow'), body }).toEqual({ status: 405, allow: 'POST', body: undefined });
  });
});

describe('415', () => {
  const other = [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/vnd.api+json',
    'text/json',
    'application/jsonp',
    'json',
    '*/*',
    'application/json, text/plain',
  ];

  it.each([paths.suppliers, paths.invoices, paths.workOrders])('on %s, for all but JSON', async (path) => {
    for (const type of [...other, 'multipart/form-data; boundary=x'])
      expectProblem(
        await door.call('POST', path, { raw: '{}', headers: { 'content-type': type } }),
        415,
        'Send it as application/json.',
      );
  });

  it('on attach, for all but JSON and forms', async () => {
    for (const type of [...other, 'multipart/mixed; boundary=x', 'multipart/form-datas'])
      expectProblem(
        await door.call('POST', paths.attach, { raw: '{}', headers: { 'content-type': type } }),
        415,
        'Send it as application/json or multipart/form-data.',
      );
  });

  it('for a body without a content type', async () => {
    for (const path of Object.values(paths))
      expectProblem(await door.call('POST', path, { raw: new TextEncoder().encode('{}') }), 415);
  });
});

describe('JSON is taken', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json ; x=y',
  ])('as %s', async (type) => {
    for (const path of Object.values(paths))
      expectProblem(
        await door.call('POST', path, { raw: '{}', headers: { 'content-type': type } }),
        400,
        'is required',
      );
  });
});

it('a request without any body is a 400', async () => {
  for (const path of Object.values(paths)) {
    expectProblem(await door.call('POST', path), 400);
    expectProblem(await door.call('POST', path, { headers: { 'content-type': 'application/json' } }), 400);
    expectProblem(
      await door.call('POST', path, { raw: ' \n ', headers: { 'content-type': 'application/json' } }),
      400,
      'The body is empty.',
    );
  }
});

it('a body that is no JSON is a 400 that says where', async () => {
  const post = (raw: string) =>
    door.call('POST', paths.invoices, { raw, headers: { 'content-type': 'application/json' } });
  expectProblem(await post('{"a":1,\n "b":}'), 400, 'The body is not valid JSON: see line 2, column 6.');
  expectProblem(await post('{"a":1}}'), 400, 'see line 1, column 8.');
  for (const raw of ['{', '[', '"', 'undefined', '{"a":1', '{"a" 1}', "{'a':1}", '{"a":1}{}', '<xml/>'])
    expectProblem(await post(raw), 400, 'The body is not valid JSON');
});

it('no answer tells what the service is made of, or may be kept or sniffed, and none that a browser reads may be framed', async () => {
  const partners = [await door.post(paths.suppliers, {}), await door.post(paths.suppliers, { number: 'h', name: 'H' })];
  const forBrowsers = [await door.call('GET', '/nowhere'), await door.call('GET', '/health/live')];
  for (const { headers } of [...partners, ...forBrowsers]) {
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
  }
  for (const { headers } of forBrowsers) {
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  }
});

describe('with BASE_PATH', () => {
  let prefixed: Door;
  beforeAll(async () => {
    prefixed = await openOwnApp('The base path is a setting of the process.', { env: { BASE_PATH: '/partners/v1/' } });
  });
  afterAll(() => prefixed.close());

  it('the operations are below it, and nowhere else', async () => {
    expect((await prefixed.post(`/partners/v1${paths.suppliers}`, { number: '1', name: 'S' })).status).toBe(200);
    expect((await prefixed.call('GET', `/partners/v1${paths.suppliers}`)).body.suppliers).toHaveLength(1);
    expectProblem(await prefixed.call('GET', paths.suppliers), 404);
    for (const path of [paths.invoices, paths.attach, paths.workOrders]) {
      expectProblem(await prefixed.post(`/partners/v1${path}`, {}), 400, 'is required');
      expectProblem(await prefixed.post(path, {}), 404);
      const refused = await prefixed.call('DELETE', `/partners/v1${path}`);
      expectProblem(refused, 405);
      expect(refused.headers.get('allow')).toContain('POST');
    }
  });
});

it.each([
  [`${paths.suppliers}/`, paths.suppliers],
  [`/${paths.suppliers}`, paths.suppliers],
  ['/supplierinvoices//suppliers//?limit=1', paths.suppliers],
])('a path with slashes too many (%s) is a 404 that names the path that was meant', async (path, meant) => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await door.call(method, path, method === 'POST' ? { body: {} } : {});
    expectProblem(answer, 404);
    expect(answer.body.message).toMatch(`This path does not exist. Use ${meant}, which takes `);
  }
});
