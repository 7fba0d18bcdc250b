import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { partnerEventTypes } from '../common/events.ts';
import { openDoor, openOwnApp } from './testing/door.ts';
import { exchange } from './testing/raw.ts';
import { nowMs } from './testing/time.ts';
import { partnerFields } from './webhooks/payload.ts';

const door = await openDoor();
const own = await openOwnApp('The contact and the public address are settings of the process.', {
  env: {
    DOCS: 'on',
    SECURITY_CONTACT: 'mailto:security@example.com',
    PUBLIC_URL: 'https://partners.example',
    BASE_PATH: '/door',
  },
});
afterAll(async () => {
  await door.close();
  await own.close();
});

const askWith = (host: string, path: string) =>
  exchange(door.url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
const serversIn = async (host: string, path = '/openapi.json') => (await askWith(host, path)).body.servers[0].url;

it('without a public address the documents name the address that was asked, if it looks like one', async () => {
  for (const host of ['partners.example:8443', '127.0.0.1', '[::1]:8080', 'door'])
    expect(await serversIn(host)).toBe(`http://${host}`);
  expect(await serversIn('partners.example', '/operator/v1/openapi.json')).toBe('http://partners.example');
  for (const host of ['a b', 'x/y', 'a"b', '<script>', 'evil.example/?', `${'x'.repeat(300)}.example`, ':80'])
    expect(await serversIn(host), host).toBe('/');
  const { headers } = await askWith('one.example', '/openapi.json');
  expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['private, no-cache', 'host, accept-encoding']);
});

it('however many addresses are asked for, the document names each of them', async () => {
  for (let nth = 0; nth < 20; nth++) expect(await serversIn(`host-${nth}.example`)).toBe(`http://host-${nth}.example`);
});

it.each([
  '/openapi.json',
  '/operator/v1/openapi.json',
  '/openapi-3.0.json',
  '/openapi.yaml',
  '/docs/',
  '/docs/js/scalar.js',
  '/docs/guide',
  '/docs/changes.atom',
])('%s is kept as bytes, also compressed, and a client that has it gets a 304', async (path) => {
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(`${own.url}/door${path}`, { headers });
    return { response, told: (name: string) => response.headers.get(name), text: await response.text() };
  };
  // The first answer is made, and the later ones are the kept bytes.
  const answers = [];
  for (const coding of ['gzip', 'identity', 'gzip;q=0', 'br, gzip'])
    answers.push(await ask({ 'accept-encoding': coding }));
  expect(answers.map(({ told }) => told('content-encoding'))).toEqual(['gzip', null, null, 'gzip']);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const [zipped = 0, plain = 0] = answers.map(({ told }) => Number(told('content-length')));
  expect(zipped * 2).toBeLessThan(plain);
  for (const header of ['etag', 'vary', 'content-type', 'content-security-policy'])
    expect(new Set(answers.map(({ told }) => told(header))).size, header).toBe(1);
  expect(answers[0]?.told('vary')).toBe('accept-encoding');
  const again = await ask({ 'if-none-match': answers[0]?.told('etag') as string });
  expect([again.response.status, again.text]).toEqual([304, '']);
});

it('with a public address the Host header changes nothing', async () => {
  const { servers } = (await own.call('GET', '/door/openapi.json')).body;
  expect(servers[0].url).toBe('https://partners.example/door');
});

it('the document is the same as YAML', async () => {
  const response = await fetch(`${door.url}/openapi.yaml`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/yaml; charset=utf-8']);
  expect(parse(await response.text())).toEqual((await door.call('GET', '/openapi.json')).body);
});

it('the document has a webhook for each event type that partners receive, with exactly its fields', async () => {
  const { webhooks } = (await door.call('GET', '/openapi.json')).body;
  expect(Object.keys(webhooks)).toEqual([...partnerEventTypes]);
  for (const type of partnerEventTypes) {
    const { properties } = webhooks[type].post.requestBody.content['application/json'].schema;
    expect(properties.type.enum).toEqual([type]);
    expect(Object.keys(properties.data.properties)).toEqual([...partnerFields[type]]);
    for (const field of Object.values<any>(properties.data.properties)) expect(field.description).toBeDefined();
  }
  expect(webhooks['supplierinvoice.rejected'].post).toMatchObject({ operationId: 'onSupplierinvoiceRejected' });
});

it('amounts are exact in clients of oapi-codegen', async () => {
  const { schemas } = (await door.call('GET', '/openapi.json')).body.components;
  for (const { totalPrice } of [schemas.SupplierInvoice.properties, schemas.Article.properties])
    expect(totalPrice).toMatchObject({ type: ['number', 'null'], 'x-go-type': 'json.Number' });
});

it('security.txt has the configured contact and expires within a year, and is a 404 without one', async () => {
  const response = await fetch(`${own.url}/.well-known/security.txt`);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const [, expires = ''] =
    /^Contact: mailto:security@example\.com\nExpires: (\S+)\nCanonical: https:\/\/partners\.example\/\.well-known\/security\.txt\nPreferred-Languages: en, sv\n$/.exec(
      await response.text(),
    ) ?? [];
  const days = (Date.parse(expires) - nowMs()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(366);
  expect((await door.call('GET', '/.well-known/security.txt')).status).toBe(404);
});

it('the change log is an Atom feed', async () => {
  const response = await fetch(`${door.url}/docs/changes.atom`);
  expect(response.headers.get('content-type')).toMatch(/^application\/atom\+xml/);
  const text = await response.text();
  expect(text).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/);
  const ids = [...text.matchAll(/<id>urn:doorway:changes:(\S+)<\/id>/g)].map(([, version]) => version);
  expect(ids.length).toBeGreaterThan(5);
  expect(new Set(ids).size).toBe(ids.length);
});
