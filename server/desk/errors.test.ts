import { afterAll, expect, it } from 'vitest';
import { openDoor, send } from '../testing/door.ts';
import { api, signedIn } from '../testing/operator.ts';
import { expectProblem } from '../testing/problem.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
const viewer = await signedIn(door, 'viewer');
const company = `/companies/${door.company}`;
afterAll(() => door.close());

it('an error has its code and the parameters of its message', async () => {
  const taken = await administrator.call('POST', `${company}/partners`, { name: 'Scanner' });
  expectProblem(taken, 409, 'The company already has a partner with the name "Scanner".');
  expect(taken.body).toMatchObject({ code: 'partner.exists', parameters: { name: 'Scanner' } });
  expect(taken.body).not.toHaveProperty('problems');
  const refused = await viewer.call('POST', `${company}/projects`, {});
  expect(refused.body).toMatchObject({ code: 'permission.missing', parameters: { role: 'viewer' } });
});

it('problems of a form and of a query have a code and a path', async () => {
  const form = await administrator.call('PATCH', `${company}/partners/019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77`, {
    atachesToAll: 1,
    name: 'x',
  });
  expectProblem(form, 400, '"atachesToAll" is not a known field; did you mean attachesToAll; name cannot be changed.');
  expect(form.body).toMatchObject({
    code: 'body.invalid',
    parameters: { count: 2 },
    problems: [
      {
        path: 'atachesToAll',
        code: 'field.unknown',
        parameters: { nearest: 'attachesToAll' },
        problem: '"atachesToAll" is not a known field; did you mean attachesToAll',
      },
      { path: 'name', code: 'field.fixed', parameters: {}, problem: 'cannot be changed' },
    ],
  });
  const query = await viewer.call('GET', `${company}/suppliers?limit=0`);
  expect(query.body).toMatchObject({
    code: 'query.invalid',
    parameters: { why: 'reference', count: 1 },
    problems: [{ path: 'limit', code: 'number.range', parameters: { least: 1, most: 200 } }],
  });
  const wrong = 'sort=nam&format=xml&limit=201&after=';
  expect((await viewer.call('GET', `${company}/suppliers?${wrong}`)).body.message).toMatch(
    /^sort must be one of number, [a-zA-Z, ]+; limit takes a whole number from 1 to 200; after must not be empty; format must be one of json, csv\. /,
  );
});

it('mistakes in a file have line numbers', async () => {
  const { body } = await send(door.url, 'POST', `${api}${company}/projects/import`, {
    raw: 'number,name\n1,x\n1,y\n,z\n',
    headers: { 'content-type': 'text/csv', cookie: administrator.cookie, 'x-doorway-console': '1' },
  });
  expect(body).toMatchObject({
    code: 'import.invalid',
    parameters: { count: 2, atLeast: false },
    problems: [
      {
        line: 3,
        path: 'number',
        code: 'record.repeated',
        parameters: { value: '1', line: 2, at: '' },
        problem: '"1" is on line 2 too',
      },
      { line: 4, path: 'number', code: 'field.required', parameters: {}, problem: 'is required' },
    ],
  });
});

it('a file full of mistakes counts the first 100, and names as many as fit into 16 KiB', async () => {
  const upload = (what: string, raw: string, type: string) =>
    send(door.url, 'POST', `${api}${company}/${what}/import`, {
      raw,
      headers: { 'content-type': type, cookie: administrator.cookie, 'x-doorway-console': '1' },
    });
  const long = 'å'.repeat(300);
  for (const [what, raw, type] of [
    ['projects', `number,name\n${'1,\n'.repeat(100_000)}`, 'text/csv'],
    ['projects', `number,name\n${`${long},${long}\n`.repeat(1_000)}`, 'text/csv'],
    ['projects', `[${'{"nr":1,"nam":2},\n'.repeat(1_000)}{}]`, 'application/json'],
    // These mistakes show only when the file is compared with stored records.
    [
      'suppliers',
      `number,name,bankGiro\n${Array.from({ length: 1_000 }, (_, at) => `${at},x,7\n`).join('')}`,
      'text/csv',
    ],
  ] as const) {
    const { status, body } = await upload(what, raw, type);
    expect({ status, code: body.code, parameters: body.parameters }).toEqual({
      status: 400,
      code: 'import.invalid',
      parameters: { count: 100, atLeast: true },
    });
    expect(body.message).toMatch(/\nNothing was imported. Reading stopped after 100 mistakes; there may be more.$/);
    expect(body.problems.length).toBeGreaterThan(10);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(16 * 1024);
  }
});

it('no answer is larger than 16 KiB, however much is wrong', async () => {
  const name = 'å'.repeat(255);
  const { body } = await administrator.call('POST', `${company}/projects`, {
    number: 'P',
    name: 'x',
    proposalIds: Array.from({ length: 1_000 }, () => name),
    facilities: Array.from({ length: 1_000 }, () => ({ number: name })),
  });
  expect(body).toMatchObject({ code: 'body.invalid', parameters: { count: 1_998 } });
  expect(body.problems.length).toBeGreaterThan(5);
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(16 * 1024);
});

it('unknown paths and wrong methods have error codes, and the document has those of documented answers', async () => {
  expect((await viewer.call('GET', '/nowhere')).body).toMatchObject({ code: 'path.unknown', parameters: {} });
  expect((await viewer.call('DELETE', '/companies')).body).toMatchObject({
    code: 'method.unknown',
    parameters: { method: 'DELETE' },
  });
  const { paths, components } = (await send(door.url, 'GET', `${api}/openapi.json`, {})).body;
  const resolve = (answer: { $ref?: string }) =>
    answer.$ref === undefined ? answer : components.responses[answer.$ref.split('/').at(-1) as string];
  const { responses } = paths[`${api}/companies/{companyId}/suppliers`].get;
  for (const status of ['400', '401', '403', '404', '405', '429', '500', '503'])
    expect(resolve(responses[status]).content['application/json'].schema.$ref, status).toMatch(/OperatorProblem$/);
});
