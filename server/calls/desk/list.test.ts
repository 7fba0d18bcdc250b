import { afterAll, describe, expect, it } from 'vitest';
import { callOf } from '../calls.testing.ts';
import type { Call } from '../rules.ts';
import { noCompany } from '../../ground/db/pool.ts';
import { insertCalls } from '../store.ts';
import { openDoor, paths, send } from '../../testing/door.ts';
import { api, signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { newId } from '../../ground/db/ids.ts';

const traceIds: string[] = [];

const traceAt = (at: string, more: Partial<Call> = {}): Call => {
  const traceId = newId().replaceAll('-', '');
  traceIds.push(traceId);
  return callOf({ traceId, at: new Date(at), partnerId: scanner, status: 200, durationMs: 1.25, ...more });
};

const door = await openDoor();
const viewer = await signedIn(door, 'viewer');
const { id: other } = await door.addCompany('Other');
const { rows } = await door.pool.query('SELECT id FROM partners WHERE company_id = $1', [door.company]);
const scanner = rows[0].id;
const failure = {
  status: 400,
  reason: '=There is no supplier with the number 7. Create it, "then".',
  cause: 'There is no supplier with this number.',
};
await insertCalls(door.pool, door.company, [
  traceAt('2026-10-31T22:59:59Z'),
  traceAt('2026-10-31T23:00:00Z', { operation: 'createSupplierInvoice', ...failure }),
  traceAt('2026-11-01T22:59:59Z', { operation: 'listSuppliers', status: 304 }),
  traceAt('2026-11-01T23:00:00Z', {
    status: 409,
    reason: 'It exists.',
    cause: 'The supplier exists already; nothing differs.',
  }),
]);
await insertCalls(door.pool, other, [traceAt('2026-11-01T12:00:00Z', { partnerId: undefined })]);
afterAll(() => door.close());

const list = (query = '', who = viewer) => who.call('GET', `/companies/${door.company}/requests${query}`);
const days = async (query: string) => (await list(query)).body.rows.map(({ at }: { at: string }) => at.slice(5, 19));

it('calls are listed with the newest first', async () => {
  const { status, body } = await list();
  expect(status).toBe(200);
  expect(body.rows).toHaveLength(4);
  expect(body.rows[2]).toEqual({
    traceId: traceIds[1],
    at: '2026-10-31T23:00:00.000Z',
    partner: 'Scanner',
    operation: 'createSupplierInvoice',
    dryRun: false,
    status: 400,
    durationMs: 1.25,
    reason: '=There is no supplier with the number 7. Create it, "then".',
    reference: null,
    code: null,
    parameters: null,
    problems: [],
  });
  expect(await days('')).toEqual(['11-01T23:00:00', '11-01T22:59:59', '10-31T23:00:00', '10-31T22:59:59']);
  expect(await days('?sort=at&limit=1')).toEqual(['10-31T22:59:59']);
});

it('pages follow each other without a gap', async () => {
  const seen: string[] = [];
  for (let after = ''; ;) {
    const { body } = await list(`?limit=1${after}`);
    seen.push(...body.rows.map(({ traceId }: { traceId: string }) => traceId));
    if (body.next === undefined) break;
    after = `&after=${body.next}`;
  }
  expect(seen).toEqual(traceIds.slice(0, 4).toReversed());
});

it.each([
  ['?failed=true', 2],
  ['?failed=false', 2],
  ['?status=409', 1],
  ['?operation=createSupplier', 2],
  ['?operation=nothing', 0],
  ['?partner=Scanner', 4],
  ['?partner=Nobody', 0],
  ['?from=2026-11-01', 3],
  ['?to=2026-10-31', 1],
  ['?from=2026-11-01&to=2026-11-01', 2],
  ['?from=2026-11-01&to=2026-11-01&failed=true', 1],
  [`?cause=${encodeURIComponent('There is no supplier with this number.')}`, 1],
])('%s has %i calls, with days as in Stockholm', async (query, many) => {
  expect((await list(query)).body.rows).toHaveLength(many);
});

it('a partner is also found by its id', async () => {
  expect((await list(`?partner=${scanner.toUpperCase()}`)).body.rows).toHaveLength(4);
});

it.each([
  '?status=99',
  '?status=abc',
  '?failed=yes',
  '?from=yesterday',
  '?from=2026-02-31',
  '?to=2026-13-01',
  '?sort=reason',
  '?limit=0',
  '?limit=201',
  '?after=x',
  '?operation=',
  '?status=200&status=400',
  '?operation=%00',
])('%s is a 400', async (query) => expectProblem(await list(query), 400));

it('all calls are exported as CSV, and no reason is a formula', async () => {
  const response = await fetch(`${door.url}${api}/companies/${door.company}/requests?format=csv&failed=true`, {
    headers: { cookie: viewer.cookie },
  });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = (await response.text()).split('\r\n');
  expect(lines[0]).toContain('traceId,at,partner,operation,status,durationMs,reason');
  expect(lines).toHaveLength(4);
  expect(lines[2]).toBe(
    `${traceIds[1]},2026-10-31T23:00:00.000Z,Scanner,createSupplierInvoice,400,1.25,"'=There is no supplier with the number 7. Create it, ""then"".",`,
  );
});

it.each(['abc', 'g'.repeat(32), 'a'.repeat(33), 'a'.repeat(32), '%00'])('the trace id %s is a 404', async (traceId) => {
  expectProblem(await list(`/${traceId}`), 404);
});

describe('who may', () => {
  const routes = () => [`/companies/${door.company}/requests`, `/companies/${door.company}/requests/${traceIds[0]}`];

  it('every role of the company reads its calls', async () => {
    for (const role of ['viewer', 'approver', 'administrator'] as const) {
      const who = await signedIn(door, role);
      for (const route of routes()) expect((await who.call('GET', route)).status, `${role} ${route}`).toBe(200);
    }
  });

  it('nobody does without a session', async () => {
    for (const route of [...routes(), `/requests/${traceIds[0]}`])
      expectProblem(await send(door.url, 'GET', api + route, {}), 401);
    for (const route of routes()) expectProblem(await door.call('GET', api + route), 401);
  });

  it('another company’s operator finds nothing', async () => {
    const stranger = await signedIn(door, 'approver', other);
    for (const route of routes()) expectProblem(await stranger.call('GET', route), 404);
    expectProblem(await stranger.call('GET', `/companies/${other}/requests/${traceIds[0]}`), 404);
    expect((await stranger.call('GET', `/companies/${other}/requests`)).body.rows).toHaveLength(1);
  });

  it('only an administrator reads calls without a company', async () => {
    const nobody = traceAt('2026-11-02T12:00:00Z', { partnerId: undefined, status: 401, reason: 'Unknown.' });
    await insertCalls(door.pool, noCompany, [nobody]);
    expect(
      (await (await signedIn(door, 'administrator')).call('GET', `/requests/${nobody.traceId}`)).body,
    ).toMatchObject({ status: 401, partner: null });
    for (const role of ['viewer', 'approver'] as const)
      expectProblem(await (await signedIn(door, role)).call('GET', `/requests/${nobody.traceId}`), 403);
  });
});

it('a new call is listed first', async () => {
  await door.call('GET', paths.suppliers);
  await expect.poll(async () => (await list('?limit=1')).body.rows[0]?.operation).toBe('listSuppliers');
});

it('the reference of a record finds the call that created it, its replays, and those that were refused with it', async () => {
  await door.addSupplier('1');
  const sent = { externalReferenceId: 'scan "7"', supplierNumber: '1' };
  for (const _ of ['created', 'replayed']) await door.post(paths.invoices, sent, { 'idempotency-key': 'scan-7' });
  for (const body of [
    { ...sent, totalPrice: 1 },
    { ...sent, externalReferenceId: 'scan 8' },
  ])
    await door.post(paths.invoices, body);
  const found = () => list(`?reference=${encodeURIComponent(sent.externalReferenceId)}`);
  await expect.poll(async () => (await found()).body.rows.length).toBe(3);
  const { rows: calls } = (await found()).body;
  expect(calls.map(({ status }: { status: number }) => status)).toEqual([409, 200, 200]);
  expect(calls[1].reference).toBe('scan "7"');
});
