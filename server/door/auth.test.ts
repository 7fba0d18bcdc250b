import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../app.ts';
import { anyScope } from './operation.ts';
import { revokeToken } from '../partners/store.ts';
import { hashToken } from '../ground/secrets/tokens.ts';
import { isLongRun } from '../testing/long.ts';
import { openDoor, paths, type Answer } from '../testing/door.ts';
import { countOf, creationsOn, operations, type Creation } from '../testing/operations.ts';
import { expectProblem } from '../testing/problem.ts';
import { ago, fromNow, stopClock } from '../testing/time.ts';

let seeds = 0;
const door = await openDoor();
const creations = await creationsOn(door);
afterAll(() => door.close());

/** `wrong` says that a token was sent: RFC 6750 defines no error for requests without one. */
function expectUnauthorized(answer: Answer, message: string, wrong = true): void {
  expectProblem(answer, 401, message);
  const error = wrong ? `, error="invalid_token", error_description="${answer.body.message}"` : '';
  expect(answer.headers.get('www-authenticate')).toBe(`Bearer realm="doorway"${error}`);
}

const everything = async () =>
  Object.fromEntries(
    await Promise.all(
      ['suppliers', 'supplier_invoices', 'attachments', 'work_orders', 'events', 'idempotency_keys'].map(
        async (table) => [table, await countOf(door, table)] as const,
      ),
    ),
  );

/** One check reads the token of all operations: the first is called with every wrong token, the others with one each. */
const wrongOnes = <T>(name: string, all: readonly T[]): readonly T[] => {
  const at = operations.findIndex(([other]) => other === name);
  return isLongRun || at === 0 ? all : [all[at % all.length] as T];
};

describe.each(operations)('%s', (name, { scope, includedIn, method, path }) => {
  const isOpenToAll = scope === anyScope;
  const own = isOpenToAll ? scopes : [scope, ...includedIn];
  const others = scopes.filter((other) => !own.includes(other));
  const isCreation = creations.some((creation) => creation.name === name);
  let call: (token: string | undefined, headers?: Record<string, string>) => Promise<Answer>;
  beforeAll(async () => {
    const creation = creations.find((one) => one.name === name);
    const body = await creation?.body(`token ${seeds++}`);
    call = (token, headers = {}) =>
      door.call(method, path, { token, headers, ...(method !== 'GET' && { body: body ?? {} }) });
  });

  it('without a token is a 401', async () => {
    expectUnauthorized(
      await call(undefined),
      'The access token is missing. Send the header Authorization: Bearer <ACCESS_TOKEN>.',
      false,
    );
  });

  it('with a malformed one is a 401', async () => {
    for (const authorization of wrongOnes(name, [
      door.token,
      'Bearer',
      'Bearer ',
      `Basic ${door.token}`,
      `Bearer ${door.token} x`,
      'Bearer tök',
      `Bearer "${door.token}"`,
      'Bearer a,b',
    ]))
      expectUnauthorized(
        await call(undefined, { authorization: Buffer.from(authorization).toString('latin1') }),
        'The Authorization header is malformed.',
        authorization.startsWith('Bearer'),
      );
  });

  it('with an unknown one is a 401', async () => {
    for (const token of wrongOnes(name, [
      'dw_unknown',
      door.token.slice(0, -1),
      `${door.token}x`,
      door.token.toUpperCase(),
      hashToken(door.token).toString('hex'),
    ]))
      expectUnauthorized(await call(token), 'This access token is unknown.');
  });

  it('with an expired one is a 401', async () => {
    expectUnauthorized(await call(await door.tokenFor({ expiresAt: ago(1_000) })), 'This access token has expired.');
    // The content type is refused, so any status but 401 shows that the token is valid.
    const statusWith = async (token: string) => (await call(token, { 'content-type': 'text/plain' })).status;
    // The token expires while it is cached.
    const advance = stopClock();
    const brief = await door.tokenFor({ expiresAt: fromNow(300), scopes: own.slice(0, 1) });
    advance(299);
    expect(await statusWith(brief)).not.toBe(401);
    advance(1);
    expect(await statusWith(brief)).toBe(401);
  });

  it('with a revoked one is a 401 within a second', async () => {
    const advance = stopClock();
    const token = await door.tokenFor({});
    expect((await call(token, { 'content-type': 'text/plain' })).status).not.toBe(401);
    await revokeToken(door.pool, { hash: hashToken(token) }, new Date());
    advance(1_000);
    expectUnauthorized(await call(token), 'This access token was revoked.');
  });

  it.skipIf(isOpenToAll)('with one that lacks the scope is a 403', async () => {
    for (const held of [others, ...wrongOnes(name, others).map((other) => [other])]) {
      const answer = await call(await door.tokenFor({ scopes: held }));
      expectProblem(answer, 403, `This access token lacks the scope ${scope}.`);
      const error = `error="insufficient_scope", scope="${scope}", error_description="${answer.body.message}"`;
      expect(answer.headers.get('www-authenticate')).toBe(`Bearer realm="doorway", ${error}`);
    }
  });

  it('did nothing by all that', async () => {
    const before = await everything();
    await call(undefined);
    await call('dw_unknown');
    if (!isOpenToAll) await call(await door.tokenFor({ scopes: others }));
    expect(await everything()).toEqual(before);
  });

  it.each(own)('with the scope %s alone is carried out', async (held) => {
    const { status, body, headers } = await call(await door.tokenFor({ scopes: [held] }));
    if (isCreation) expect(status, JSON.stringify(body)).toBe(200);
    // A sandbox's operations have the scope, and refuse the live token.
    else if (status === 403) expect(headers.get('doorway-error')).toBe('sandbox.only');
    else expect([200, 400, 404], JSON.stringify(body)).toContain(status);
  });
});

it('a token of another company sees and touches nothing of this one', async () => {
  const { token } = await door.addCompany('Other');
  expect((await door.call('GET', paths.suppliers, { token })).body).toEqual({ suppliers: [] });
  const post = async (name: Creation['name']) => {
    const { path, body } = creations.find((one) => one.name === name) as Creation;
    return door.call('POST', path, { token, body: await body('foreign') });
  };
  expectProblem(await post('createSupplierInvoice'), 400, 'There is no supplier');
  expectProblem(await post('attach'), 400, 'There is no supplier invoice');
  expectProblem(await post('createWorkOrder'), 400, 'No project');
  expect((await post('createSupplier')).status).toBe(200);
  expect((await door.call('GET', `${paths.suppliers}?number=foreign`)).body.suppliers).toEqual([]);
});

it('the word Bearer is read in any letters, and spaces around the token do not count', async () => {
  for (const authorization of [`bearer ${door.token}`, `BEARER  ${door.token} `])
    expect((await door.call('GET', paths.suppliers, { token: undefined, headers: { authorization } })).status).toBe(
      200,
    );
});

it('a token is nowhere in the database, only its SHA-256', async () => {
  const { rows } = await door.pool.query('SELECT row_to_json(access_tokens)::text AS row, hash FROM access_tokens');
  expect(rows.some(({ hash }) => hash.equals(hashToken(door.token)))).toBe(true);
  expect(rows.every(({ row }) => !row.includes(door.token.slice(3)))).toBe(true);
});
