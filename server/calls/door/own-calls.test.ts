import { afterAll, expect, it } from 'vitest';
import { openDoor, paths, type Answer } from '../../testing/door.ts';
import { nowMs } from '../../testing/time.ts';

const door = await openDoor();
await door.addSupplier('1');
const other = await door.tokenFor({ partner: 'Other' });
afterAll(() => door.close());

const path = '/doorway/v1/calls';
const traceOf = ({ headers }: Answer) => headers.get('traceparent')?.split('-')[1] as string;
const readCall = (traceId: string, token = door.token) => door.call('GET', `${path}/${traceId}`, { token });
const list = (query = '', token = door.token) => door.call('GET', path + query, { token });
const refused = (body: object = {}, token = door.token) => door.call('POST', paths.invoices, { token, body });

it('a partner that asks at once finds its call, refused or accepted, with every problem', async () => {
  const before = nowMs();
  const failed = await refused({ supplierNumber: '1', articles: [{ price: '12' }], supplierBankGiro: 5 });
  const { status, body } = await readCall(failed.body.traceId);
  expect(status).toBe(200);
  expect(body).toEqual({
    traceId: failed.body.traceId,
    at: expect.any(Number),
    operation: 'createSupplierInvoice',
    status: 400,
    code: 'body.invalid',
    message: failed.body.message,
    problems: expect.arrayContaining([
      { path: 'externalReferenceId', code: 'field.required', message: 'is required' },
      { path: 'articles[0].price', code: 'number.type', message: 'must be a number' },
    ]),
    subjectId: null,
  });
  expect(body.at).toBeGreaterThan(before - 1_000);
  const accepted = await refused({ externalReferenceId: 'found', supplierNumber: '1' });
  expect((await readCall(traceOf(accepted).toUpperCase())).body).toMatchObject({
    status: 200,
    code: null,
    message: null,
    problems: [],
    subjectId: accepted.body.id,
  });
});

it('secrets are masked as for operators', async () => {
  const { body } = await refused({ externalReferenceId: 'x', supplierNumber: 'mail@example.com' });
  expect((await readCall(body.traceId)).body.message).not.toContain('mail@example.com');
});

it('of several calls with one trace id, the newest is answered', async () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4799-00f067aa0ba902b7-01';
  const send = (body: object) => door.call('POST', paths.invoices, { body, headers: { traceparent } });
  await send({});
  await send({ externalReferenceId: 'twice', supplierNumber: '1' });
  expect((await readCall('4bf92f3577b34da6a3ce929d0e0e4799')).body).toMatchObject({ status: 200 });
});

it.each(['4bf92f3577b34da6a3ce929d0e0e4700', 'nonsense'])('%s, which nobody has sent, is a 404', async (traceId) => {
  const { status, headers } = await readCall(traceId);
  expect([status, headers.get('doorway-error')]).toEqual([404, 'call.unknown']);
});

it('a call of another partner is a 404, and is in no list but its own', async () => {
  const { traceId } = (await refused({}, other)).body;
  expect((await readCall(traceId)).status).toBe(404);
  expect((await readCall(traceId, other)).status).toBe(200);
  const traces = async (token: string) => (await list('', token)).body.calls.map((call: any) => call.traceId);
  expect(await traces(door.token)).not.toContain(traceId);
  expect(await traces(other)).toEqual([traceId]);
});

it('the list has failures only, newest first, by status, class and operation, in pages', async () => {
  const token = await door.tokenFor({ partner: 'Lister' });
  const sent: string[] = [];
  for (const [path, body] of [
    [paths.invoices, {}],
    [paths.suppliers, { number: '1', name: 'Supplier 1' }],
    [paths.suppliers, {}],
    [paths.suppliers, { number: 'new', name: 'New' }],
  ] as const)
    sent.push(traceOf(await door.call('POST', path, { token, body })));
  const [invalidInvoice, conflict, invalidSupplier] = sent;
  const traces = async (query: string) =>
    (await list(query, token)).body.calls.map(({ traceId }: { traceId: string }) => traceId);
  expect(await traces('')).toEqual([invalidSupplier, conflict, invalidInvoice]);
  expect(await traces('?status=409')).toEqual([conflict]);
  expect(await traces('?status=4xx&operation=createSupplier')).toEqual([invalidSupplier, conflict]);
  expect(await traces('?status=5xx')).toEqual([]);
  const first = (await list('?limit=2', token)).body;
  expect(first.calls).toHaveLength(2);
  expect((await list(`?limit=2&after=${first.next}`, token)).body).toEqual({
    calls: [expect.objectContaining({ traceId: invalidInvoice })],
  });
});

it.each([
  ['status=200', 'status is not valid.'],
  ['status=4x', 'status is not valid.'],
  ['limit=201', 'limit takes a whole number from 1 to 200.'],
  ['after=!', 'after is not valid. Send the next of the page before, unchanged.'],
  ['operation=%00', 'operation must not contain U+0000 or half of a surrogate pair.'],
])('%s is a 400 that says why', async (query, message) => {
  expect(await list(`?${query}`)).toMatchObject({ status: 400, body: { message } });
});

it('reading the calls leaves no calls behind, but a mistake in it does', async () => {
  const token = await door.tokenFor({ partner: 'Poller' });
  for (let at = 0; at < 3; at++) await list('', token);
  await door.call('GET', '/doorway/v1/me', { token });
  await door.call('GET', '/doorway/v1/events', { token });
  await readCall('4bf92f3577b34da6a3ce929d0e0e4700', token);
  const wrong = await list('?limit=0', token);
  expect((await list('', token)).body.calls).toMatchObject([{ traceId: wrong.body.traceId }]);
  const { rows } = await door.pool.query(
    `SELECT operation, status FROM calls WHERE company_id = $1
       AND partner_id = (SELECT id FROM partners WHERE company_id = $1 AND name = 'Poller')`,
    [door.company],
  );
  expect(rows).toEqual([{ operation: 'listOwnCalls', status: 400 }]);
});
