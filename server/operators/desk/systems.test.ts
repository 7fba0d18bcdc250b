import { afterAll, expect, it } from 'vitest';
import { openDoor, paths, send } from '../../testing/door.ts';
import { api, signedIn } from '../../testing/operator.ts';
import { invoiceOn } from '../../testing/operations.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
const company = `/companies/${door.company}`;
await door.addSupplier('1');
afterAll(() => door.close());

const make = async (form: object = {}): Promise<{ id: string; token: string }> => {
  const { status, body } = await administrator.call('POST', `${company}/systems`, { name: 'Bookkeeping', ...form });
  expect(status).toBe(200);
  return body;
};
const as = (token: string, method: string, path: string, body?: unknown) =>
  send(door.url, method, api + path, { token, body });
const systems = async () => (await administrator.call('GET', `${company}/systems?limit=200`)).body.rows as any[];
const entriesOn = async (id: string) =>
  (
    await door.pool.query(
      'SELECT company_id, action, operator_id, data FROM audit_log WHERE subject_id = $1 ORDER BY seq',
      [id],
    )
  ).rows;

it('an administrator creates a system, whose token may only read and acknowledge', async () => {
  const { id, token } = await make();
  expect(token).toMatch(/^dwo_[\w-]{43}$/);
  expect((await as(token, 'GET', '/session')).body).toMatchObject({
    id,
    name: 'Bookkeeping',
    email: '',
    administrator: false,
    companies: [{ id: door.company, role: 'system', may: ['read', 'acknowledge'] }],
    may: [],
  });
  const invoice = await invoiceOn(door, 'to book');
  const read = await as(token, 'GET', `${company}/invoices/${invoice}`);
  expect(read.status).toBe(200);
  expect(read.body.actions.approve).toMatchObject({ allowed: false, code: 'role.refused' });
  expectProblem(await as(token, 'POST', `${company}/invoices/${invoice}/approve`, {}), 403, 'Your role, system');
  await administrator.call('POST', `${company}/invoices/${invoice}/approve`, {});
  const booked = await as(token, 'POST', `${company}/invoices/${invoice}/booked`, { voucher: 'L 1' });
  expect(booked.status).toBe(200);
  expect(booked.body.booking).toMatchObject({ voucher: 'L 1', by: 'Bookkeeping' });
  expectProblem(await as(token, 'PUT', '/session/preferences', { language: 'sv' }), 403, 'Your role, system');
});

it('a system fetches the files of an invoice at the addresses in the invoice', async () => {
  const { token } = await make();
  const invoice = await invoiceOn(door, 'with a file');
  const bytes = '<?xml version="1.0"?><Invoice/>';
  const content = Buffer.from(bytes).toString('base64');
  await door.post(paths.attach, { supplierInvoiceId: invoice, fileName: 'f.xml', content });
  const { files } = (await as(token, 'GET', `${company}/invoices/${invoice}`)).body;
  const file = await fetch(new URL(files[0].href, door.url), { headers: { authorization: `Bearer ${token}` } });
  expect([file.status, await file.text()]).toEqual([200, bytes]);
});

it('the list has each system with its tokens, without their secrets', async () => {
  const { id, token } = await make({ name: 'Payments', expiresAt: '2999-01-01T00:00:00.000Z' });
  await as(token, 'GET', '/session');
  await expect.poll(async () => (await systems()).find((row) => row.id === id)?.lastUsedAt).toEqual(expect.any(String));
  const row = (await systems()).find((one) => one.id === id);
  expect(row).toEqual({
    id,
    name: 'Payments',
    createdAt: expect.any(String),
    disabledAt: null,
    lastUsedAt: expect.any(String),
    tokens: [
      {
        id: expect.any(String),
        name: 'Payments',
        createdAt: expect.any(String),
        expiresAt: expect.stringMatching(/^2999-01-01T00:00:00/),
        revokedAt: null,
        lastUsedAt: expect.any(String),
      },
    ],
  });
  expect(JSON.stringify(await systems())).not.toContain(token);
});

it('a token is replaced without a gap, and a revoked one is refused at the next request', async () => {
  const { id, token: first } = await make();
  const second = (await administrator.call('POST', `${company}/systems/${id}/tokens`, { name: 'From 2027 on' })).body;
  for (const token of [first, second.token]) expect((await as(token, 'GET', '/session')).status).toBe(200);
  const former = (await systems()).find((row) => row.id === id).tokens.at(-1).id;
  const revoke = () => administrator.call('DELETE', `${company}/systems/${id}/tokens/${former}`);
  expect((await revoke()).status).toBe(204);
  expect((await as(first, 'GET', '/session')).status).toBe(401);
  expect((await as(second.token, 'GET', '/session')).status).toBe(200);
  expect((await revoke()).status).toBe(204);
  expect(await entriesOn(id)).toMatchObject([
    {
      company_id: door.company,
      action: 'system.created',
      operator_id: administrator.id,
      data: { name: 'Bookkeeping' },
    },
    { action: 'systemtoken.created', data: { name: 'From 2027 on', tokenId: second.id } },
    { action: 'systemtoken.revoked', data: { name: 'Bookkeeping', tokenId: former } },
  ]);
});

it('a system that is shut off is refused with all of its tokens, gets no new one, and keeps its name in histories', async () => {
  const { id, token } = await make({ name: 'Old bookkeeping' });
  const invoice = await invoiceOn(door, 'booked before');
  await administrator.call('POST', `${company}/invoices/${invoice}/approve`, {});
  await as(token, 'POST', `${company}/invoices/${invoice}/booked`, { voucher: 'L 2' });
  const shutOff = () => administrator.call('DELETE', `${company}/systems/${id}`);
  expect((await shutOff()).status).toBe(204);
  expect((await shutOff()).status).toBe(204);
  expect((await as(token, 'GET', '/session')).status).toBe(401);
  expectProblem(
    await administrator.call('POST', `${company}/systems/${id}/tokens`, {}),
    409,
    'This system is shut off. Create a new one.',
  );
  expect((await systems()).find((row) => row.id === id)).toMatchObject({
    disabledAt: expect.any(String),
    tokens: [{ revokedAt: expect.any(String) }],
  });
  expect((await administrator.call('GET', `${company}/invoices/${invoice}`)).body.booking.by).toBe('Old bookkeeping');
  expect((await entriesOn(id)).map(({ action }) => action)).toEqual(['system.created', 'system.disabled']);
});

it('a system is not a person: it is not listed, chosen, mentioned, assigned, invited or changed like an operator', async () => {
  const { id } = await make({ name: 'Nobody to be found' });
  const { rows } = (await administrator.call('GET', '/operators?limit=200&sort=-createdAt')).body;
  expect(rows.map((row: { id: string }) => row.id)).not.toContain(id);
  const choices = await administrator.call('GET', `${company}/choices?of=operator&q=Nobody`);
  expect(choices.status).toBe(200);
  expect(JSON.stringify(choices.body)).not.toContain(id);
  const invoice = await invoiceOn(door, 'nobody');
  expectProblem(
    await administrator.call('PUT', `${company}/invoices/${invoice}/assignment`, { operatorId: id }),
    400,
    'operatorId is not the id of a user',
  );
  expectProblem(
    await administrator.call('POST', `${company}/invoices/${invoice}/notes`, { text: 'Hello', mentions: [id] }),
    400,
    'is not the id of a user',
  );
  expect((await administrator.call('POST', `/operators/${id}/invitation`)).status).toBe(404);
  expect((await administrator.call('PATCH', `/operators/${id}`, { administrator: true })).status).toBe(404);
  expect((await administrator.call('GET', `/operators/${id}/tokens`)).status).toBe(404);
});

it('an operator is not a system, and another company’s system is not this one’s', async () => {
  const other = `/companies/${(await door.addCompany('Other')).id}`;
  const { id, token } = await make();
  expect((await administrator.call('DELETE', `${other}/systems/${id}`)).status).toBe(404);
  expect((await administrator.call('POST', `${other}/systems/${id}/tokens`, {})).status).toBe(404);
  expect((await as(token, 'GET', `${other}/invoices`)).status).toBe(404);
  expect((await as(token, 'GET', `${company}/invoices`)).status).toBe(200);
  const viewer = await signedIn(door, 'viewer');
  expect((await administrator.call('DELETE', `${company}/systems/${viewer.id}`)).status).toBe(404);
  expect((await viewer.call('GET', '/session')).status).toBe(200);
});

it.each([
  ['a name', {}, 'name is required.'],
  ['a name that is not blank', { name: ' ' }, 'name must not be empty.'],
  ['a time that is to come', { name: 'B', expiresAt: '2001-01-01T00:00:00Z' }, 'expiresAt must be in the future.'],
  ['nothing unknown', { name: 'B', email: 'b@example.com' }, /^"email" is not a known field/],
])('a system takes %s', async (_what, form, message) => {
  expectProblem(await administrator.call('POST', `${company}/systems`, form), 400, message);
});
