import { afterAll, expect, it } from 'vitest';
import { openDoor, paths, type Answer } from '../../testing/door.ts';

const invoice = { externalReferenceId: 'first', supplierNumber: '1 å' };
const order = { id: 'first', proposalId: 'P1' };

const door = await openDoor();
await door.addSupplier('1 å');
await door.addProject({
  number: '1',
  name: 'One',
  proposalIds: ['P1', 'P2'],
  facilities: [{ number: 'A', name: 'A' }],
});
await door.addProject({ number: '2', name: 'Two', proposalIds: ['P2'], facilities: [{ number: 'A', name: 'A' }] });
await door.addProject({ number: '3', name: 'Three', proposalIds: ['P3'], facilities: [] });
await door.addProject({
  number: '4',
  name: 'Four',
  proposalIds: ['P4'],
  facilities: [
    { number: 'A', name: 'A' },
    { number: 'B', name: 'B' },
  ],
});
const invoiceId = (await door.post(paths.invoices, invoice)).body.id;
const reader = await door.tokenFor({ scopes: ['suppliers:read'] });
afterAll(() => door.close());

const json = { 'content-type': 'application/json' };
const cases: [code: string, status: number, call: () => Promise<Answer>][] = [
  ['token.missing', 401, () => door.call('GET', paths.suppliers, { token: undefined })],
  [
    'token.malformed',
    401,
    () => door.call('GET', paths.suppliers, { token: undefined, headers: { authorization: 'Basic YTpi' } }),
  ],
  ['token.unknown', 401, () => door.call('GET', paths.suppliers, { token: 'dw_x' })],
  ['scope.missing', 403, () => door.call('POST', paths.invoices, { token: reader, body: {} })],
  ['path.unknown', 404, () => door.call('GET', '/nowhere')],
  ['method.unknown', 405, () => door.call('DELETE', paths.invoices)],
  ['body.type', 415, () => door.call('POST', paths.invoices, { raw: '{}', headers: { 'content-type': 'text/plain' } })],
  ['body.large', 413, () => door.call('POST', paths.invoices, { raw: ' '.repeat(2 * 1024 * 1024 + 1), headers: json })],
  ['body.empty', 400, () => door.call('POST', paths.invoices, { raw: ' ', headers: json })],
  ['body.encoding', 400, () => door.call('POST', paths.invoices, { raw: new Uint8Array([0xff]), headers: json })],
  ['body.json', 400, () => door.call('POST', paths.invoices, { raw: '{', headers: json })],
  ['body.excess', 400, () => door.call('POST', paths.invoices, { raw: '['.repeat(30), headers: json })],
  ['body.invalid', 400, () => door.post(paths.invoices, {})],
  ['query.invalid', 400, () => door.call('GET', `${paths.suppliers}?limit=0`)],
  ['key.invalid', 400, () => door.post(paths.invoices, invoice, { 'idempotency-key': '' })],
  [
    'supplier.unknown',
    400,
    () => door.post(paths.invoices, { ...invoice, externalReferenceId: 'other', supplierNumber: '2' }),
  ],
  [
    'supplierinvoice.unknown',
    400,
    () =>
      door.post(paths.attach, {
        supplierInvoiceId: 'x',
        fileName: 'a.png',
        content: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      }),
  ],
  ['project.unknown', 400, () => door.post(paths.workOrders, { id: 'x', proposalId: 'P0' })],
  ['project.ambiguous', 400, () => door.post(paths.workOrders, { id: 'x', proposalId: 'P2' })],
  ['facility.unknown', 400, () => door.post(paths.workOrders, { id: 'x', proposalId: 'P3' })],
  ['facility.ambiguous', 400, () => door.post(paths.workOrders, { id: 'x', proposalId: 'P4' })],
];

it.each(cases)('an error says in a header that it is %s, with status %i', async (code, status, call) => {
  const answer = await call();
  expect({ status: answer.status, code: answer.headers.get('doorway-error') }).toEqual({ status, code });
  expect(answer.headers.get('doorway-existing-id')).toBeNull();
});

it('an answer that is no error has no code', async () => {
  expect((await door.call('GET', paths.suppliers)).headers.get('doorway-error')).toBeNull();
});

it('a 409 carries the id of what exists in a header', async () => {
  const existing = ({ status, headers }: Answer) => ({
    status,
    code: headers.get('doorway-error'),
    id: headers.get('doorway-existing-id'),
  });
  expect(existing(await door.post(paths.suppliers, { number: '1 å', name: 'Another' }))).toEqual({
    status: 409,
    code: 'supplier.exists',
    id: '1%20%C3%A5',
  });
  expect(existing(await door.post(paths.invoices, invoice))).toEqual({
    status: 409,
    code: 'supplierinvoice.exists',
    id: invoiceId,
  });
  const { id } = (await door.post(paths.workOrders, order)).body;
  expect(existing(await door.post(paths.workOrders, order))).toEqual({ status: 409, code: 'workorder.exists', id });
  const file = {
    supplierInvoiceId: invoiceId,
    fileName: 'a.png',
    content: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  };
  const attached = await door.post(paths.attach, file);
  expect(existing(await door.post(paths.attach, file))).toEqual({
    status: 409,
    code: 'attachment.exists',
    id: attached.body.id,
  });
});
