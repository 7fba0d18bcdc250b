import { afterAll, describe, expect, it } from 'vitest';
import { operationsOf, resolved } from './testing/document.ts';
import { openDoor } from './testing/door.ts';

const door = await openDoor();
afterAll(() => door.close());

const documents = { partner: '/openapi.json', operator: '/operator/v1/openapi.json' };
/** The committed documents name no address. */
const readAt = async (path: string) => ({
  ...(await door.call('GET', path)).body,
  servers: [{ url: '/', description: 'This service.' }],
});
const read = (which: keyof typeof documents) => readAt(documents[which]);

function expectFieldsDescribed(at: string, schema: any): void {
  for (const [field, described] of Object.entries<any>(schema.properties ?? schema.items?.properties ?? {})) {
    expect(described.description ?? described.$ref, `${at}.${field}`).toBeDefined();
    expectFieldsDescribed(`${at}.${field}`, described);
  }
}

/** Calls `visit` for every schema in it; examples are not schemas. */
function everySchema(part: any, visit: (at: string, schema: any) => void, at = ''): void {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) visit(at, part);
  for (const [name, inner] of Object.entries(part))
    if (name !== 'example' && name !== 'examples') everySchema(inner, visit, `${at}/${name}`);
}

describe.each(['partner', 'operator'] as const)('the document of the %s', (which) => {
  it('is committed as the service serves it', async () => {
    await expect(`${JSON.stringify(await read(which), null, 2)}\n`).toMatchFileSnapshot(`../openapi/${which}.json`);
  });

  it('describes every operation, and every answer of it', async () => {
    const document = await read(which);
    const operations = operationsOf(document);
    const tags = document.tags.map(({ name }: { name: string }) => name);
    expect(operations.length).toBeGreaterThan(5);
    for (const { operationId, described } of operations) {
      expect(described, operationId).toMatchObject({
        summary: expect.stringMatching(/^[A-Z].*[^.]$/),
        description: expect.stringMatching(/\.$/),
        tags: [expect.any(String)],
      });
      expect(tags, operationId).toContain(described.tags[0]);
      for (const [status, answer] of Object.entries<any>(described.responses))
        expect(answer.description, `${operationId} ${status}`).toMatch(/\.$/);
    }
    expect(new Set(operations.map(({ described }) => described.tags[0]))).toEqual(new Set(tags));
    for (const { post } of Object.values<any>(document.webhooks ?? {})) expect(tags).not.toContain(post.tags[0]);
  });

  it('says the type of every choice', async () => {
    const typeless: string[] = [];
    everySchema(await read(which), (at, { type, enum: choices, const: only }) => {
      if ((choices !== undefined || only !== undefined) && type === undefined) typeless.push(at);
    });
    expect(typeless).toEqual([]);
  });

  it('describes every parameter and every field', async () => {
    const document = await read(which);
    for (const { operationId, described } of operationsOf(document))
      for (const parameter of described.parameters ?? [])
        expect(parameter.description ?? parameter.schema.description, `${operationId} ${parameter.name}`).toMatch(
          /\.$/,
        );
    for (const [name, schema] of Object.entries<any>(document.components.schemas)) {
      expect(schema.description, name).toMatch(/\.$/);
      expectFieldsDescribed(name, schema);
    }
  });
});

it('the partners’ document as OpenAPI 3.0 is committed as the service serves it', async () => {
  await expect(`${JSON.stringify(await readAt('/openapi-3.0.json'), null, 2)}\n`).toMatchFileSnapshot(
    '../openapi/partner-3.0.json',
  );
});

it.each(['partner', 'operator'] as const)(
  'every pattern of the %s document is read alike by every language',
  async (which) => {
    const unportable: string[] = [];
    everySchema(await read(which), (at, { pattern = '' }) => {
      // PHP, Go or Python does not read \u, \p or a look around.
      if (/\\[upP]|\(\?[^:]/.test(pattern)) unportable.push(at);
    });
    expect(unportable).toEqual([]);
  },
);

it('every text that a partner sends says which characters are refused', async () => {
  const document = await read('partner');
  const without: string[] = [];
  const look = (at: string, schema: any) =>
    everySchema(
      resolved(document, schema),
      (inner, { type, pattern, format, enum: choices, contentEncoding, $ref }) => {
        if ($ref !== undefined) look(`${at}${inner}`, { $ref });
        const isText = [type].flat().includes('string');
        if (isText && (pattern ?? format ?? choices ?? contentEncoding) === undefined) without.push(`${at}${inner}`);
      },
    );
  for (const { operationId, described } of operationsOf(document)) {
    for (const { name, in: place, schema } of described.parameters ?? [])
      if (place === 'query') look(`${operationId} ${name}`, schema);
    for (const [type, { schema }] of Object.entries<any>(described.requestBody?.content ?? {}))
      if (type !== 'application/x-www-form-urlencoded') look(operationId, schema);
  }
  expect(without).toEqual([]);
});

it('every answer to a partner that has a body has an example', async () => {
  const answers = operationsOf(await read('partner')).flatMap(({ operationId, described }) =>
    Object.entries<any>(described.responses).map(([status, answer]) => ({ operationId, status, answer })),
  );
  expect(answers.length).toBeGreaterThan(40);
  for (const { operationId, status, answer } of answers)
    for (const media of Object.values<any>(answer.content ?? {}))
      expect(media.examples, `${operationId} ${status}`).toBeDefined();
});

it('the five operations list every status that they can answer', async () => {
  const { paths } = await read('partner');
  const creates = [
    '200',
    '400',
    '401',
    '403',
    '404',
    '405',
    '408',
    '409',
    '413',
    '415',
    '417',
    '429',
    '431',
    '500',
    '503',
  ];
  for (const path of [
    '/supplierinvoices/supplierinvoices',
    '/supplierinvoices/suppliers',
    '/supplierinvoices/attach',
    '/doorway/v1/projects/workorder',
  ])
    expect(Object.keys(paths[path].post.responses), path).toEqual(creates);
  const list = ['200', '304', '400', '401', '403', '404', '405', '408', '417', '429', '431', '500', '503'];
  expect(Object.keys(paths['/supplierinvoices/suppliers'].get.responses)).toEqual(list);
});

it('neither document has anything of the other', async () => {
  const [partner, operator] = [await read('partner'), await read('operator')];
  const pathsOf = (document: any) => Object.keys(document.paths);
  for (const path of pathsOf(operator)) expect(path).toMatch(/^\/operator\/v1\//);
  for (const path of pathsOf(partner)) expect(path).not.toMatch(/operator|console/);
  const shared = Object.keys(partner.components.schemas).filter((name) => name in operator.components.schemas);
  expect(shared).toEqual(['Problem']);
});

it('an operation of the operator API that changes something names the console’s header, and what it answers without', async () => {
  for (const { operationId, method, described } of operationsOf(await read('operator'))) {
    const names = (described.parameters ?? []).map(({ name }: { name: string }) => name);
    const isOpen = described.security?.length === 0;
    expect([operationId, names.includes('x-doorway-console')]).toEqual([operationId, method !== 'get' && !isOpen]);
    if (method !== 'get' && !isOpen)
      expect(described.responses['403'].description, operationId).toContain('X-Doorway-Console');
    if (described.requestBody !== undefined)
      expect(Object.keys(described.responses), operationId).toEqual(expect.arrayContaining(['400', '413', '415']));
  }
});

it('every list of the operator API takes the same parameters and answers JSON and CSV', async () => {
  const document = await read('operator');
  const lists = operationsOf(document).filter(
    ({ described }) => described.responses['200']?.content?.['text/csv'] !== undefined,
  );
  expect(lists.length).toBeGreaterThanOrEqual(13);
  for (const { operationId, described } of lists) {
    const names = described.parameters.map(({ name }: { name: string }) => name);
    expect(names, operationId).toEqual(expect.arrayContaining(['sort', 'limit', 'after', 'format']));
    const { $ref } = described.responses['200'].content['application/json'].schema;
    const { properties, required } = document.components.schemas[$ref.split('/').at(-1)];
    expect([operationId, Object.keys(properties), required]).toEqual([
      operationId,
      ['rows', 'next', 'catchingUp'],
      ['rows'],
    ]);
  }
});

it('the reference page shows both documents, and all that it loads comes from the service itself', async () => {
  const page = await fetch(`${door.url}/docs/`);
  expect(page.status).toBe(200);
  const html = await page.text();
  const sources = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source as string);
  expect(sources).toContain('js/scalar.js');
  for (const source of sources) expect(source).not.toMatch(/^(https?:)?\/\//);
  for (const document of Object.values(documents)) expect(html).toContain(document);
  expect((await fetch(`${door.url}/docs/js/scalar.js`)).status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("connect-src 'self'");
});
