import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths, send } from '../../../testing/door.ts';
import { expectLinear } from '../../../testing/linear.ts';
import { creationNames, creationsOn, type Creation } from '../../../testing/operations.ts';
import { signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';

const door = await openDoor();
const creations = await creationsOn(door);
const operator = await signedIn(door, 'administrator');
const company = `/companies/${door.company}`;
afterAll(() => door.close());

const none = 'This operation takes no query parameters.';
const list = (query: string, call = {}) => door.call('GET', `${paths.suppliers}?${query}`, call);

describe('a parameter that the list does not know is a 400', () => {
  it.each([
    ['limt=5', '"limt" is not a parameter of this operation; did you mean limit?'],
    ['Limit=5', '"Limit" is not a parameter of this operation; did you mean limit?'],
    ['limit%20=5', '"limit " is not a parameter of this operation; did you mean limit?'],
    [
      'numbr=1&aftr=x',
      '"numbr" is not a parameter of this operation; did you mean number?; "aftr" is not a parameter of this operation; did you mean after?',
    ],
    [
      'page=2',
      '"page" is not a parameter of this operation; the parameters are limit, after, number, organizationalNumber.',
    ],
    ['=', '"" is not a parameter of this operation; the parameters are limit, after, number, organizationalNumber.'],
    ['limit=1&limit=1', 'limit is sent more than once.'],
    ['number=%FF', 'number is not valid UTF-8.'],
    [
      'number=%C3%28&limit=5&organizationalNumber=%zz',
      'number is not valid UTF-8; organizationalNumber is not valid UTF-8.',
    ],
  ])('%s', async (query, message) => {
    const answer = await list(query);
    expectProblem(answer, 400);
    expect(answer.body.message).toBe(message);
    expect(answer.headers.get('doorway-error')).toBe('query.invalid');
  });

  it('and neither is one against caches, whose name begins with _', async () => {
    expect((await list('_=1763280066198&_=2&limit=1&_nocache')).body.suppliers).toHaveLength(1);
    expectProblem(await list('_=1&limt=5'), 400, '"limt" is not a parameter of this operation; did you mean limit?');
    expect((await door.call('GET', '/doorway/v1/me?_=1')).status).toBe(200);
  });

  it('and a mere question mark is none', async () => {
    expect((await list('')).status).toBe(200);
    expect((await list('limit=1&number=1&organizationalNumber=')).status).toBe(200);
  });

  it('however many and long they are, in an answer that stays short', async () => {
    await expectLinear(async () => {
      for (const query of [
        Array.from({ length: 2_000 }, (_, at) => `l${at}`).join('&'),
        `${'x'.repeat(12_000)}=1`,
        'limit=1&'.repeat(1_500),
      ]) {
        const answer = await list(query);
        expectProblem(answer, 400);
        expect(answer.body.message.length).toBeLessThan(4_000);
      }
    });
  });

  it('after 401 and 403', async () => {
    const writer = await door.tokenFor({ scopes: ['suppliers:write'] });
    expectProblem(await list('limt=5', { token: undefined }), 401);
    expectProblem(await list('limt=5', { token: writer }), 403);
  });
});

it.each(creationNames)('%s takes dryRun and no other', async (name) => {
  const { path, body } = creations.find((one) => one.name === name) as Creation;
  const sent = await body(`query ${name}`);
  expectProblem(await door.post(`${path}?preview=true`, sent), 400, 'the parameters are dryRun');
  expectProblem(await door.call('POST', `${path}?preview=true`, { body: sent, token: 'dw_wrong' }), 401);
  expectProblem(
    await door.call('POST', `${path}?preview=true`, { raw: 'x', headers: { 'content-type': 'text/plain' } }),
    415,
  );
  expect((await door.post(path, sent)).status).toBe(200);
});

it.each([
  ['GET', '/suppliers?serch=x', '"serch" is not a parameter of this operation; the parameters are '],
  ['GET', '/suppliers?sotr=number', '"sotr" is not a parameter of this operation; did you mean sort?'],
  ['GET', '/invoices?limit=1&limit=2', 'limit is sent more than once.'],
  ['GET', '/suppliers/1?full=true', none],
  ['POST', '/projects?force=true', none],
])('operators are told the same: %s %s', async (method, path, message) => {
  expectProblem(await operator.call(method, company + path, method === 'POST' ? {} : undefined), 400, message);
});

it('what is no operation of either interface takes whatever comes', async () => {
  for (const path of [
    '/health/live?x=1',
    '/health/ready?x=1',
    '/metrics?x=1',
    '/openapi.json?x=1',
    '/docs/?x=1',
    '/.well-known/oauth-authorization-server?x=1',
    '/console/?x=1',
  ])
    expect((await fetch(door.url + path)).status, path).toBe(200);
  const form = {
    raw: 'grant_type=client_credentials&client_id=x&client_secret=y',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
  expect((await send(door.url, 'POST', '/oauth/token?resource=x', form)).status).toBe(401);
});
