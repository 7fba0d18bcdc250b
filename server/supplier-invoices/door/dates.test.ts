import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';
import { postText } from '../../testing/operations.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
await door.addSupplier('1');
afterAll(() => door.close());

let seeds = 0;
const takes = 'must be whole epoch milliseconds between 2000-01-01 and 2100-01-01';

describe.each(['invoiceDate', 'paymentDueDate'])('%s', (field) => {
  const post = (date: string) =>
    postText(door, paths.invoices, `{"externalReferenceId":"date ${seeds++}","supplierNumber":"1","${field}":${date}}`);

  it.each(['946684800000', '4102444800000', '1762988400000', '1762988400000.0', '1.7629884e12', 'null'])(
    'takes %s',
    async (date) => {
      const { status, body } = await post(date);
      expect(status, body.message).toBe(200);
    },
  );

  it.each([
    '946684799999',
    '4102444800001',
    '-1',
    '1762988400000.5',
    '1762988400000.00000001',
    '4102444800000.0000001',
    '"1762988400000"',
    '"2026-11-15"',
    'true',
    '[]',
    '{}',
  ])('refuses %s', async (date) => {
    expectProblem(await post(date), 400, `${field} ${takes}.`);
  });

  it.each([
    ['946684800', '946684800000'],
    ['1762988400', '1762988400000'],
    ['4102444800', '4102444800000'],
    ['1762988400.25', '1762988400250'],
  ])('says that %s looks like seconds', async (date, milliseconds) => {
    expectProblem(await post(date), 400, `${field} ${takes}; ${date} looks like seconds, so send ${milliseconds}.`);
  });
});

it.each(['0', '0.0', '-0'])('%s is the same as leaving it out', async (zero) => {
  const raw = `{"externalReferenceId":"zero ${seeds++}","supplierNumber":"1","invoiceDate":${zero},"paymentDueDate":${zero}}`;
  const { status, body } = await postText(door, paths.invoices, raw);
  expect(status).toBe(200);
  const { body: read } = await door.call('GET', `${paths.invoices}/${body.id}`);
  expect([read.invoiceDay, read.paymentDueDay]).toEqual([undefined, undefined]);
});

it('both dates are reported at once', async () => {
  const answer = await door.post(paths.invoices, {
    externalReferenceId: 'both',
    supplierNumber: '1',
    invoiceDate: 'x',
    paymentDueDate: 12,
  });
  expectProblem(answer, 400, `invoiceDate ${takes}; paymentDueDate ${takes}.`);
});
