import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { needsSession, table, type RequiredPermission } from './permissions-table.testing.ts';
import { insertOperatorToken, revokeTokensOf, updateOperator } from '../admin-store.ts';
import { transaction } from '../../ground/db/pool.ts';
import { hashToken } from '../../ground/secrets/tokens.ts';
import { insertSystem } from '../systems/system-store.ts';
import { insertOperator, insertSession, setCompanies, setPassword } from '../store.ts';
import { openDoor, send, type Answer } from '../../testing/door.ts';
import { api, roleIn, type TestRole } from '../../testing/operator.ts';
import { isLongRun } from '../../testing/long.ts';
import { ago, fromNow } from '../../testing/time.ts';
import { newId } from '../../ground/db/ids.ts';

type TestedRole = TestRole | 'system';

const mayAll: Record<TestedRole, RequiredPermission[]> = {
  system: ['nothing', 'read', 'acknowledge'],
  viewer: ['nothing', 'signedIn', 'read'],
  approver: ['nothing', 'signedIn', 'read', 'edit', 'decide'],
  companyAdministrator: [
    'nothing',
    'signedIn',
    'read',
    'edit',
    'decide',
    'acknowledge',
    'administer',
    'manageOperators',
  ],
  administrator: ['nothing', 'signedIn', 'read', 'edit', 'decide', 'acknowledge', 'administer', 'manageOperators'],
};

const people = ['viewer', 'approver', 'companyAdministrator', 'administrator'] as const;

interface Operation {
  operationId: string;
  method: string;
  path: string;
}

const door = await openDoor();
const { id: other } = await door.addCompany('Other');
const { paths } = (await send(door.url, 'GET', `${api}/openapi.json`, {})).body;
const operations = Object.entries<any>(paths).flatMap(([path, methods]) =>
  Object.entries<any>(methods).map(([method, { operationId }]) => ({
    operationId,
    method: method.toUpperCase(),
    path,
  })),
);
afterAll(() => door.close());

async function somebody(role: TestedRole, company = door.company): Promise<string> {
  const id = newId();
  if (role === 'system') {
    await transaction(door.pool, (tx) => insertSystem(tx, company, { id, name: 'The system' }, new Date()));
    return id;
  }
  await transaction(door.pool, async (tx) => {
    await insertOperator(
      tx,
      { id, email: `${id}@example.com`, name: `The ${role}`, administrator: role === 'administrator' },
      new Date(),
    );
    await setPassword(tx, id, 'no password', new Date());
    if (role !== 'administrator') await setCompanies(tx, id, [{ id: company, role: roleIn(role) }]);
  });
  return id;
}

const soon = () => fromNow(60_000);
const justNow = () => ago(1);

async function sessionOf(operatorId: string): Promise<Record<string, string>> {
  const session = randomBytes(32).toString('base64url');
  await insertSession(door.pool, {
    hash: hashToken(session),
    operatorId,
    createdAt: new Date(),
    expiresAt: soon(),
    way: 'password',
    provedAt: null,
  });
  return { cookie: `doorway_session=${session}`, 'x-doorway-console': '1' };
}

async function tokenOf(operatorId: string, expiresAt = soon()): Promise<Record<string, string>> {
  const token = `dwo_${randomBytes(32).toString('base64url')}`;
  await insertOperatorToken(door.pool, {
    hash: hashToken(token),
    id: newId(),
    operatorId,
    name: 'A system',
    createdAt: new Date(),
    expiresAt,
  });
  return { authorization: `Bearer ${token}` };
}

async function revokedTokenOf(operatorId: string): Promise<Record<string, string>> {
  const headers = await tokenOf(operatorId);
  expect(await revokeTokensOf(door.pool, operatorId, new Date())).toBe(1);
  return headers;
}

async function disabledTokenOf(operatorId: string): Promise<Record<string, string>> {
  const headers = await tokenOf(operatorId);
  const { rows } = await door.pool.query('SELECT name, administrator FROM operators WHERE id = $1', [operatorId]);
  await updateOperator(door.pool, { id: operatorId, ...rows[0], disabledAt: new Date() });
  return headers;
}

const credentials: [
  name: string,
  make: (operatorId: string) => Promise<Record<string, string>>,
  kind: 'token' | 'ended',
][] = [
  ['an operator token', tokenOf, 'token'],
  ['an expired operator token', (id) => tokenOf(id, justNow()), 'ended'],
  ['a revoked operator token', revokedTokenOf, 'ended'],
  ['the operator token of somebody who is disabled', disabledTokenOf, 'ended'],
];

const sentences = {
  ended: 'This operator token is not valid.',
  needsSession: 'An operator token cannot be used for this. Sign in to do it.',
  unknown: /^This path does not exist\./,
  role: /^(Your role, \w+, does not allow this\. Ask an administrator\.|Only an administrator may do this\. Ask one\.)$/,
};

/** Undefined if the table admits the call, which is about a company of the operator, about another one, or about none. */
function refusalOf(
  operation: Operation,
  role: TestedRole,
  kind: 'session' | 'token' | 'ended',
  where: 'own' | 'other' = 'own',
): [status: number, message: string | RegExp] | undefined {
  const asked = table[operation.operationId] as RequiredPermission;
  if (asked === 'nothing') return undefined;
  if (kind === 'ended') return [401, sentences.ended];
  if (kind === 'token' && needsSession.has(operation.operationId)) return [403, sentences.needsSession];
  if (isOfCompany(operation) && where === 'other' && role !== 'administrator') return [404, sentences.unknown];
  if (role === 'companyAdministrator' && asked === 'administer' && !isOfCompany(operation))
    return [403, sentences.role];
  if (role === 'system' && asked === 'signedIn') return operation.method === 'GET' ? undefined : [403, sentences.role];
  return mayAll[role].includes(asked) ? undefined : [403, sentences.role];
}

/** The ids in the path do not exist and the body is empty, so an admitted call changes nothing. */
async function call(
  { method, path }: Operation,
  headers: Record<string, string>,
  company: string = door.company,
): Promise<Answer & { said: string }> {
  const at = path.replace('{companyId}', company).replaceAll(/\{[^}]+\}/g, () => newId());
  const body = ['GET', 'DELETE'].includes(method) ? undefined : '{}';
  const response = await fetch(door.url + at, {
    method,
    body,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text, said: text };
}

const isOfCompany = ({ path }: Operation) => path.includes('{companyId}');
const isList = ({ method, path }: Operation) => method === 'GET' && !/\{(?!companyId)/.test(path);

/** These operations need a body or a query, so an admitted call is a 400. */
const incomplete = new Set([
  'signIn',
  'finishSignIn',
  'signInByPasskey',
  'acceptInvitation',
  'search',
  'listChoices',
  'listBulks',
  'listViews',
]);

function expectLetIn(operation: Operation, { status, said }: { status: number; said: string }): void {
  const expected = incomplete.has(operation.operationId)
    ? [400]
    : isList(operation)
      ? [200]
      : [200, 204, 400, 404, 409, ...(operation.operationId === 'attachInvoiceFile' ? [415] : [])];
  expect(expected, `${operation.operationId}: ${status} ${said.slice(0, 200)}`).toContain(status);
}

const endsSessions = ({ path }: Operation) => /\/(?:sessions?|password)$/.test(path);

/** One caller for all operations, except those that end its session. */
function callers(make: () => Promise<Record<string, string>>) {
  let made: Promise<Record<string, string>> | undefined;
  return (operation: Operation) => (endsSessions(operation) ? make() : (made ??= make()));
}

/**
 * One check admits callers to all operations, by what each declares: server/guarded.test.ts compares that with the
 * table. Each way to call is tried with one operation of each declaration.
 */
const declarationOf = (operation: Operation) =>
  [
    table[operation.operationId],
    needsSession.has(operation.operationId),
    operation.method === 'GET',
    isOfCompany(operation),
  ].join();
const oneOfEach = isLongRun
  ? operations
  : [...new Map(operations.map((operation) => [declarationOf(operation), operation])).values()];

async function each(
  check: (operation: Operation, asked: RequiredPermission) => Promise<void>,
  among = oneOfEach,
): Promise<void> {
  // In groups: on a busy machine, all at once would exceed the time limit for a connection.
  for (let at = 0; at < among.length; at += 20)
    await Promise.all(
      among.slice(at, at + 20).map((operation) => check(operation, table[operation.operationId] as RequiredPermission)),
    );
}

it('every operation of the operator API is in the table, and nothing else is', () => {
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(table).sort());
});

it('without a session only public operations are open', () =>
  each(async (operation, asked) => {
    const answer = await call(operation, {});
    if (asked === 'nothing') expectLetIn(operation, answer);
    else expect([operation.operationId, answer.status]).toEqual([operation.operationId, 401]);
  }, operations));

async function expectTable(
  role: TestedRole,
  make: (operatorId: string) => Promise<Record<string, string>>,
  kind: 'session' | 'token' | 'ended',
): Promise<void> {
  const headersFor = callers(async () => make(await somebody(role)));
  await each(async (operation) => {
    const answer = await call(operation, await headersFor(operation));
    expectAnswer(operation, answer, refusalOf(operation, role, kind));
  });
}

function expectAnswer(
  operation: Operation,
  answer: { status: number; said: string },
  refusal: ReturnType<typeof refusalOf>,
): void {
  if (refusal === undefined) return expectLetIn(operation, answer);
  const [status, message] = refusal;
  expect([operation.operationId, answer.status]).toEqual([operation.operationId, status]);
  expect(JSON.parse(answer.said).message, operation.operationId).toMatch(message);
}

describe.each([...people, 'system'] as const)('every operation for the role %s', (role) => {
  const kind = role === 'system' ? 'token' : 'session';
  const headersFor = callers(async () => (kind === 'token' ? tokenOf : sessionOf)(await somebody(role)));

  // A refusal costs little. Of those that are admitted, one of each declaration is called, and in long runs all.
  it.each(['own', 'other'] as const)('is admitted or refused as the table says, in the %s company', (where) => {
    const refusalHere = (operation: Operation) => refusalOf(operation, role, kind, where);
    const called = operations.filter(
      (operation) =>
        (where === 'own' || isOfCompany(operation)) &&
        (refusalHere(operation) !== undefined || oneOfEach.includes(operation)),
    );
    return each(async (operation) => {
      const answer = await call(operation, await headersFor(operation), where === 'own' ? door.company : other);
      expectAnswer(operation, answer, refusalHere(operation));
    }, called);
  });
});

describe.each(people)('an operator who is %s', (role) => {
  // Ended credentials are refused before the role is read, so testing the most powerful role is enough.
  it.each(credentials.filter(([, , kind]) => kind !== 'ended' || role === 'administrator'))(
    'is let in and refused as the table says, with %s',
    (_, make, kind) => expectTable(role, make, kind),
  );

  it('reads from the session what the role allows, in the company and outside', async () => {
    const headers = await sessionOf(await somebody(role));
    const { companies, may } = (await send(door.url, 'GET', `${api}/session`, { headers })).body;
    const all = mayAll[role].filter((asked) => !['nothing', 'signedIn', 'manageOperators'].includes(asked));
    expect(companies.find(({ id }: { id: string }) => id === door.company)).toEqual({
      id: door.company,
      name: door.companyName,
      timeZone: 'Europe/Stockholm',
      role: role === 'administrator' ? role : roleIn(role),
      may: all,
    });
    expect(may).toEqual(role === 'administrator' ? ['administer'] : []);
  });
});

describe('a system', () => {
  it.each(credentials)('is let in and refused as the table says, with %s', (_, make, kind) =>
    expectTable('system', make, kind),
  );
});

it('an operator token together with a session has the rights of the token', async () => {
  const id = await somebody('administrator');
  const both = { ...(await sessionOf(id)), ...(await tokenOf(id)) };
  expect((await send(door.url, 'POST', `${api}/tokens`, { body: { name: 'Another' }, headers: both })).status).toBe(
    403,
  );
});

it('the document says what an operator token cannot be used for', async () => {
  const { paths } = (await send(door.url, 'GET', `${api}/openapi.json`, {})).body;
  for (const { operationId, path, method } of operations) {
    const { security } = paths[path][method.toLowerCase()];
    const expected =
      table[operationId] === 'nothing' ? [] : needsSession.has(operationId) ? [{ session: [] }] : undefined;
    expect([operationId, security]).toEqual([operationId, expected]);
  }
});

it('an administrator finds nothing in a company that does not exist', () => {
  const headersFor = callers(async () => sessionOf(await somebody('administrator')));
  return each(async (operation) => {
    if (!isOfCompany(operation)) return;
    for (const company of [newId(), 'acme'])
      expect([operation.operationId, (await call(operation, await headersFor(operation), company)).status]).toEqual([
        operation.operationId,
        404,
      ]);
  });
});

it('a disabled operator’s session is refused', () => {
  const headersFor = callers(async () => {
    const id = await somebody('administrator');
    const headers = await sessionOf(id);
    await updateOperator(door.pool, { id, name: 'Disabled', administrator: true, disabledAt: new Date() });
    return headers;
  });
  return each(async (operation, asked) => {
    const answer = await call(operation, await headersFor(operation));
    if (asked === 'nothing') expectLetIn(operation, answer);
    else expect([operation.operationId, answer.status]).toEqual([operation.operationId, 401]);
  });
});

it('a session without the console’s header may only read', () => {
  const headersFor = callers(async () => sessionOf(await somebody('administrator')));
  return each(async (operation, asked) => {
    const { cookie } = await headersFor(operation);
    const answer = await call(operation, { cookie: cookie as string });
    if (asked === 'nothing' || operation.method === 'GET') expectLetIn(operation, answer);
    else expect([operation.operationId, answer.status]).toEqual([operation.operationId, 403]);
  });
});

it('a partner’s access token opens nothing here', () =>
  each(async (operation, asked) => {
    const answer = await call(operation, { authorization: `Bearer ${door.token}` });
    if (asked === 'nothing') expectLetIn(operation, answer);
    else expect([operation.operationId, answer.status]).toEqual([operation.operationId, 401]);
  }));
