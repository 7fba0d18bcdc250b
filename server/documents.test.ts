import { afterAll, describe, expect, it } from 'vitest';
import { scopes } from './app.ts';
import { anyScope } from './door/operation.ts';
import { operationsOf, resolved, type Operation } from './testing/document.ts';
import { openDoor, openOwnApp, paths, send } from './testing/door.ts';
import { isLongRun } from './testing/long.ts';
import { creationNames, operations } from './testing/operations.ts';
import { signedIn } from './testing/operator.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
const partner = (await door.call('GET', '/openapi.json')).body;
const operator = (await door.call('GET', '/operator/v1/openapi.json')).body;
afterAll(() => door.close());

const both = () => [...operationsOf(partner), ...operationsOf(operator)];
const partnerOperations = () => operationsOf(partner).filter(({ path }) => !path.startsWith('/oauth'));
const find = (operationId: string) =>
  operationsOf(partner).find((operation) => operation.operationId === operationId)?.described;

/** Includes the schemas of parameters and headers. */
function schemasIn(part: unknown): any[] {
  if (typeof part !== 'object' || part === null) return [];
  return [...('type' in part ? [part] : []), ...Object.values(part).flatMap(schemasIn)];
}
const isOf = (type: string, schema: any) => [schema.type].flat().includes(type);

it('a whole number that does not fit into 32 bits says int64', () => {
  const large = schemasIn([partner, operator]).filter(
    (schema) =>
      isOf('integer', schema) &&
      (schema.maximum > 2 ** 31 || /epoch milliseconds|bytes/.test(schema.description ?? '')),
  );
  expect(large.length).toBeGreaterThanOrEqual(5);
  for (const schema of large) expect(schema.format, schema.description).toBe('int64');
});

it('a file is sent as a form first, whose part is binary in both ways to say so', () => {
  const { content } = find('attach').requestBody;
  expect(Object.keys(content)).toEqual(['multipart/form-data', 'application/json']);
  expect(partner.components.schemas.AttachmentForm.properties.file).toMatchObject({
    format: 'binary',
    contentMediaType: 'application/octet-stream',
  });
});

describe('a number in a query', () => {
  it('is an integer with its bounds in the documents', () => {
    const named = (operation: Operation, ...names: string[]) =>
      (operation.described.parameters ?? []).filter((parameter: any) => names.includes(parameter.name));
    expect(named({ described: find('listSuppliers') } as Operation, 'limit')[0].schema).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 1000,
    });
    const parameters = operationsOf(operator).flatMap((operation) => named(operation, 'limit', 'days', 'status'));
    expect(parameters.length).toBeGreaterThan(13);
    for (const { schema } of parameters)
      expect(schema).toMatchObject({ type: 'integer', minimum: expect.any(Number), maximum: expect.any(Number) });
    for (const { schema } of parameters) expect(schema).not.toHaveProperty('pattern');
  });

  it.each(['10abc', '0', '01', '1e2', '1.0', '1001', ' 1', '-1', ''])(
    'is checked to the last character: %j is a 400',
    async (limit) => {
      const query = `?limit=${encodeURIComponent(limit)}`;
      expect((await door.call('GET', paths.suppliers + query)).status).toBe(400);
      expect((await administrator.call('GET', `/companies${query}`)).status).toBe(400);
    },
  );

  it('may be what the bounds allow', async () => {
    for (const limit of [1, 1000])
      expect((await door.call('GET', `${paths.suppliers}?limit=${limit}`)).status).toBe(200);
    for (const limit of [1, 200])
      expect((await administrator.call('GET', `/companies?limit=${limit}`)).status).toBe(200);
  });
});

it('every operation names its scope: as security, in its words, and in the example of its 403', async () => {
  const { flows } = partner.components.securitySchemes.oauth2;
  expect(Object.keys(partner.components.securitySchemes).slice(0, 2)).toEqual(['oauth2', 'accessToken']);
  expect(partner.security).toEqual([{ oauth2: [] }, { accessToken: [] }]);
  expect(Object.keys(flows.clientCredentials.scopes)).toEqual(scopes);
  expect(partnerOperations().length).toBe(operations.length);
  for (const { operationId, path, method, described } of partnerOperations()) {
    const { scope, includedIn } = Object.fromEntries(operations)[operationId] as (typeof operations)[number][1];
    const isOpenToAll = scope === anyScope;
    const own = isOpenToAll ? [] : [scope, ...includedIn];
    // oauth2 first: openapi-generator's typescript-fetch sends the token without "Bearer" for the other scheme.
    expect(described.security, operationId).toEqual([
      ...(isOpenToAll ? [{ oauth2: [] }] : own.map((one) => ({ oauth2: [one] }))),
      { accessToken: [] },
    ]);
    expect(described.description, operationId).toContain(
      isOpenToAll ? 'Any valid access token will do.' : `the scope ${scope}`,
    );
    if (isOpenToAll) continue;
    const token = await door.tokenFor({ scopes: scopes.filter((other) => !own.includes(other)) });
    const { status, body } = await door.call(method.toUpperCase(), path.replace(/[{}]/g, ''), {
      token,
      ...(method !== 'get' && { body: {} }),
    });
    expect([operationId, status, body.message]).toEqual([
      operationId,
      403,
      described.responses['403'].content['application/json'].examples.default.value.message,
    ]);
  }
});

it('a required text has a least length in place of a pattern, and a blank one is still a 400', async () => {
  expect(JSON.stringify([partner, operator])).not.toContain(String.raw`"\\S"`);
  for (const name of ['Supplier', 'SupplierInvoice', 'Attachment', 'AttachmentForm', 'WorkOrder']) {
    const { properties, required } = partner.components.schemas[name];
    for (const field of required.filter((name: string) => properties[name].format !== 'binary'))
      expect([name, field, properties[field].minLength]).toEqual([name, field, 1]);
  }
  for (const number of ['', '  '])
    expect(await door.post(paths.suppliers, { number, name: 'Nordbygg' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('number must not be empty') },
    });
});

it('every operation of both documents lists what any of them may answer', () => {
  for (const { operationId, method, described } of both()) {
    const reads = method === 'get' ? [] : ['413', '415'];
    expect(Object.keys(described.responses), operationId).toEqual(
      expect.arrayContaining(['400', '405', '408', ...reads, '417', '429', '431', '500', '503']),
    );
  }
});

it('every answer lists the headers that it carries', () => {
  const told: Record<string, string[]> = {
    401: ['WWW-Authenticate'],
    405: ['Allow'],
    415: ['Accept-Encoding'],
    429: ['Retry-After'],
    503: ['Retry-After'],
  };
  for (const { operationId, described } of both())
    for (const [status, { headers }] of Object.entries<any>(described.responses))
      expect(Object.keys(headers), `${operationId} ${status}`).toEqual(
        expect.arrayContaining(['traceparent', ...(status >= '400' ? ['Doorway-Error'] : []), ...(told[status] ?? [])]),
      );
  for (const { operationId, described } of partnerOperations()) {
    const { 200: done, 304: unchanged, 409: taken } = described.responses;
    expect(Object.keys(done.headers)).toEqual(
      expect.arrayContaining([
        ...(unchanged === undefined ? [] : ['ETag']),
        ...(creationNames.includes(operationId) ? ['Idempotency-Replayed'] : []),
        'RateLimit',
        'RateLimit-Policy',
      ]),
    );
    if (creationNames.includes(operationId)) expect(taken.headers).toHaveProperty('Doorway-Existing-Id');
  }
});

it('links lead from one operation to the next, by what the answers have', () => {
  const links = (operationId: string) => find(operationId).responses['200'].links;
  expect(links('createSupplier').invoice).toMatchObject({
    operationId: 'createSupplierInvoice',
    requestBody: '{"supplierNumber":"{$request.body#/number}"}',
  });
  expect(links('createSupplierInvoice').attach).toMatchObject({
    operationId: 'attach',
    requestBody: '{"supplierInvoiceId":"{$response.body#/id}"}',
  });
  expect(links('listSuppliers').next).toMatchObject({
    operationId: 'listSuppliers',
    parameters: { after: '$response.body#/next' },
  });
  const { schemas } = partner.components;
  for (const [name, field] of [
    ['Supplier', 'number'],
    ['SupplierInvoice', 'supplierNumber'],
    ['SupplierInvoiceCreated', 'id'],
    ['Attachment', 'supplierInvoiceId'],
    ['SupplierList', 'next'],
  ] as const)
    expect(schemas[name].properties, name).toHaveProperty(field);
});

it('a form of the operator API has no other fields where the service refuses them', async () => {
  const forms = operationsOf(operator).filter(
    ({ described }) => described.requestBody?.content['application/json']?.schema.$ref !== undefined,
  );
  expect(forms.length).toBeGreaterThan(14);
  const refusing = [];
  for (const { operationId, method, path, described } of forms) {
    const { additionalProperties } = resolved(operator, described.requestBody.content['application/json'].schema);
    const { status, body } = await administrator.call(
      method.toUpperCase(),
      addressOf(path).replace('/operator/v1', ''),
      { nonsense: 1 },
    );
    expect([operationId, status, body.message.includes('"nonsense" is not a known field')]).toEqual([
      operationId,
      400,
      additionalProperties === false,
    ]);
    if (additionalProperties === false) refusing.push(operationId);
  }
  expect(refusing.length).toBeGreaterThan(12);
});

const addressOf = (path: string) =>
  path
    .replace('{companyId}', door.company)
    .replace('{place}', '1')
    .replace(/\{[a-zA-Z]+\}/g, '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77');

it('below a base path, the server’s address with that of an operation is where the operation is', async () => {
  const publicUrl = 'https://partners.example';
  const below = await openOwnApp('The public address is a setting of the process.', {
    env: { DOCS: 'on', BASE_PATH: '/partners', PUBLIC_URL: publicUrl, UNKNOWN_CALLS_PER_MINUTE: '0' },
  });
  const ask = (method: string, address: string) =>
    send(below.url, method, address.replace(publicUrl, ''), { body: method === 'GET' ? undefined : {} });
  const expected: Record<string, number[]> = {
    readForgotten: [200],
    beginPasskeySignIn: [200],
    readDirectoryOffers: [200],
    // There is no such directory.
    logOutByDirectory: [404],
  };
  try {
    for (const document of ['/partners/openapi.json', '/partners/operator/v1/openapi.json']) {
      const described = (await ask('GET', document)).body;
      expect(described.servers[0].url).toBe('https://partners.example/partners');
      const operations = operationsOf(described);
      expect(operations.length).toBeGreaterThan(5);
      // All operations of a slice have its address.
      const bySlice = new Map(operations.map((operation) => [operation.path.split('/', 6).join('/'), operation]));
      for (const { operationId, method, path } of isLongRun ? operations : bySlice.values()) {
        const { status } = await ask(method.toUpperCase(), described.servers[0].url + addressOf(path));
        const there = expected[operationId] ?? [400, 401];
        expect([operationId, there.includes(status)], `${status} for ${path}`).toEqual([operationId, true]);
      }
      const { tokenUrl } = described.components.securitySchemes.oauth2?.flows.clientCredentials ?? {};
      if (tokenUrl !== undefined)
        expect([tokenUrl, (await ask('POST', tokenUrl)).status]).toEqual([
          'https://partners.example/partners/oauth/token',
          400,
        ]);
    }
  } finally {
    await below.close();
  }
});
