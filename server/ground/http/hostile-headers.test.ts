import { Agent } from 'node:http';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openDoor, paths, type Answer } from '../../testing/door.ts';
import { creationsOn } from '../../testing/operations.ts';
import { expectEnvelope } from '../../testing/problem.ts';
import { runs } from '../../testing/properties.ts';
import { ask } from '../../testing/raw.ts';

const agent = new Agent({ keepAlive: true });
const door = await openDoor();
const creations = await creationsOn(door);
afterAll(async () => {
  agent.destroy();
  await door.close();
});

function expectCalm(answer: Answer): void {
  expect(answer.status).toBeLessThan(500);
  if (answer.status >= 400) expectEnvelope(answer);
}

const latin = fc.string({
  unit: fc
    .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0xa0, max: 0xff }))
    .map((code) => String.fromCharCode(code)),
  maxLength: 40,
});
const oneOf = (...values: string[]) => fc.oneof(fc.constantFrom(...values), latin);

const contentType = oneOf(
  'application/json',
  'application/json;',
  'application/json; charset=',
  'application/json;charset=utf-16',
  ' application/json',
  'application/json\t; a=b',
  'APPLICATION/JSON',
  'application/json;application/json',
  'application/json,application/json',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  'Multipart/Form-Data; Boundary=x',
  `multipart/form-data; boundary=${'x'.repeat(200)}`,
  'multipart/',
  'application/',
  '/',
  ';',
  '*/*',
  'text/plain',
);

const headers = fc.record(
  {
    'content-type': contentType,
    'idempotency-key': oneOf('k', ' ', 'k'.repeat(255), 'k'.repeat(256)),
    traceparent: oneOf('00-00000000000000000000000000000000-0000000000000000-00', '00-'),
    'accept-encoding': oneOf('gzip', '*', 'gzip;q=', ',', ';', 'gzip;q=0,*'),
    'if-none-match': oneOf('*', '""', 'W/', ','),
    'content-encoding': oneOf('gzip', 'identity'),
    accept: oneOf('text/html', 'application/xml;q=0.1'),
    'x-forwarded-for': latin,
    'x-http-method-override': oneOf('DELETE'),
    cookie: latin,
    range: oneOf('bytes=0-1'),
  },
  { requiredKeys: [] },
);

const body = fc.oneof(
  fc.constantFrom(
    '',
    '{}',
    '[]',
    'null',
    '--x--\r\n',
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--x--\r\n',
    '--x\r\n\r\n\r\n--x--',
  ),
  fc.uint8Array({ maxLength: 60 }),
);

const visible = fc.string({
  unit: fc.oneof(
    fc.constantFrom('%', '&', '=', '/', '?', '%00', '%C3%A5', '%ff', '[', ']', '+', '.', '..'),
    fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  ),
  maxLength: 30,
});
const query = fc.oneof(
  visible,
  fc
    .array(
      fc.tuple(
        fc.constantFrom('limit', 'after', 'number', 'organizationalNumber', '__proto__', 'limit[]', 'number[a]'),
        visible,
      ),
      { maxLength: 4 },
    )
    .map((pairs) => pairs.map(([key, text]) => `${key}=${text}`).join('&')),
);

it('any headers on the operations that create', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(headers, body), { minLength: 5, maxLength: 5 }), async (requests) => {
      const sent = requests.flatMap(([some, bytes]) =>
        creations.map(({ path }) =>
          ask(door.url, agent, {
            method: 'POST',
            path,
            headers: { ...some, authorization: `Bearer ${door.token}` },
            body: bytes,
          }),
        ),
      );
      for (const answer of await Promise.all(sent)) expectCalm(answer);
    }),
    runs(60),
  );
});

it('any headers and any query on the list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(headers, query), { minLength: 5, maxLength: 5 }), async (requests) => {
      const sent = requests.map(([{ 'accept-encoding': _not, ...some }, text]) =>
        ask(door.url, agent, {
          method: 'GET',
          path: `${paths.suppliers}?${text}`,
          headers: { ...some, authorization: `Bearer ${door.token}` },
        }),
      );
      for (const answer of await Promise.all(sent)) expectCalm(answer);
    }),
    runs(60),
  );
});

it('any Authorization header', async () => {
  const authorization = fc.oneof(
    latin,
    latin.map((text) => `Bearer ${text}`),
    latin.map((text) => `Bearer ${door.token}${text}`),
  );
  await fc.assert(
    fc.asyncProperty(authorization, async (header) => {
      const answer = await ask(door.url, agent, {
        method: 'GET',
        path: paths.suppliers,
        headers: { authorization: header },
      });
      expect([200, 401]).toContain(answer.status);
      if (answer.status === 401) expectEnvelope(answer);
      else expect(header.trim()).toBe(`Bearer ${door.token}`);
    }),
    runs(200),
  );
});

it('any path, with any method', async () => {
  const method = fc.constantFrom(
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'HEAD',
    'PROPFIND',
    'TRACE',
    'SEARCH',
    'MKCOL',
  );
  const path = fc.oneof(
    visible.map((text) => `/${text}`),
    fc.tuple(fc.constantFrom(...Object.values(paths)), visible).map(([known, text]) => known + text),
  );
  await fc.assert(
    fc.asyncProperty(method, path, async (verb, where) => {
      const answer = await ask(door.url, agent, {
        method: verb,
        path: where,
        headers: { authorization: `Bearer ${door.token}` },
      });
      if (verb === 'HEAD') expect(answer.status).toBeLessThan(500);
      else expectCalm(answer);
    }),
    runs(400),
  );
});
