import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor, paths, type Answer, type Door } from '../testing/door.ts';
import { countOf, documentOf, postText } from '../testing/operations.ts';
import { expectProblem } from '../testing/problem.ts';

let door: Door;
beforeAll(async () => {
  door = await openDoor();
  await door.addSupplier('1');
});
afterAll(() => door.close());

let seeds = 0;
/** Posts an invoice whose other fields are this JSON text. */
const post = (fields: string): Promise<Answer> =>
  postText(door, paths.invoices, `{"externalReferenceId":"amount ${seeds++}","supplierNumber":"1",${fields}}`);

const onInvoice = ['totalPrice', 'totalVat', 'centRoundoff', 'invoiceFee'];
const onLine = ['price', 'totalPrice', 'quantity', 'vat', 'discountPercentage', 'discountValue'];

describe('an amount is kept digit for digit', () => {
  it.each([
    '90071992547409.93',
    '0.10',
    '100.00',
    '-0.01',
    '123456789012345.123456789',
    '999999999999999.99',
    '-999999999999999.999999999999999999999999',
    '0.1000000000000000055511151231257827',
    '3.14159265358979323846264338327950288419716939937510582097494459',
    `0.${'0'.repeat(998)}10`,
  ])('%s', async (amount) => {
    const all = onInvoice.map((field) => `"${field}":${amount}`).join(',');
    const { status, body } = await post(`${all},"articles":[{${onLine.map((field) => `"${field}":${amount}`).join(',')}}],"unknown":[${amount}]`);
    expect(status, body.message).toBe(200);
    const document = await documentOf(door, 'supplier_invoices', body.id);
    expect(document.split(`: ${amount},`).length - 1 + document.split(`: ${amount}}`).length - 1).toBe(onInvoice.length + onLine.length);
    expect(document).toContain(`"unknown": [${amount}]`);
  });

  it.each([
    ['1e2', '100'],
    ['1.50E+1', '15.0'],
    ['25e-1', '2.5'],
    ['-0', '0'],
    ['0e17', '0'],
    ['1E-1000', `0.${'0'.repeat(999)}1`],
  ])('%s, written out as %s', async (amount, written) => {
    const { status, body } = await post(`"totalPrice":${amount}`);
    expect(status, body.message).toBe(200);
    expect(await documentOf(door, 'supplier_invoices', body.id)).toContain(`"totalPrice": ${written}`);
  });
});

describe('a number is refused', () => {
  it.each(['1e15', '-1e15', '1000000000000000', '1000000000000000.00', '0.1e16', '1e400', '-1e400', '1e999999999999', `1${'0'.repeat(5_000)}`])(
    'that is %s: not below 1e15',
    async (amount) => {
      const before = await countOf(door, 'supplier_invoices');
      expectProblem(await post(`"totalPrice":${amount}`), 400, /^totalPrice must be below 1e15 in absolute value\.$/);
      expectProblem(await post(`"articles":[{},{"price":${amount}}]`), 400, /^articles\[1\]\.price must be below 1e15 in absolute value\.$/);
      expectProblem(await post(`"unknown":{"deep":[${amount}]}`), 400, /^unknown\.deep\[0\] must be below 1e15 in absolute value\.$/);
      expect(await countOf(door, 'supplier_invoices')).toBe(before);
    },
  );

  it.each(['1e-2000', '1e-1001', `0.${'1'.repeat(1_001)}`, '0e-99999', '1e-999999999999'])('that is %s: with too many decimals', async (amount) => {
    expectProblem(await post(`"totalPrice":${amount}`), 400, /^totalPrice must have at most 1000 decimals\.$/);
  });

  it('that is a zero with an exponent which no database reads', async () => {
    expectProblem(await post('"totalPrice":0e99999999999'), 400, 'totalPrice');
  });

  it('that JSON does not know', async () => {
    for (const amount of ['NaN', 'Infinity', '-Infinity', '01', '+1', '.5', '1.', '0x10', '1e', '1_000'])
      expectProblem(await post(`"totalPrice":${amount}`), 400, /^The body is not valid JSON: see line 1, column \d+\.$/);
  });

  it('that is a string, a truth value or a list', async () => {
    for (const field of onInvoice) for (const value of ['"12"', 'true', '[1]', '{}', '""']) expectProblem(await post(`"${field}":${value}`), 400, `${field} must be a number.`);
    for (const field of onLine) expectProblem(await post(`"articles":[{"${field}":"1"}]`), 400, `articles[0].${field} must be a number.`);
  });
});

it('null on an amount is the same as leaving it out', async () => {
  const fields = onInvoice.map((field) => `"${field}":null`).join(',');
  expect((await post(`${fields},"articles":[{${onLine.map((field) => `"${field}":null`).join(',')}}]`)).status).toBe(200);
});
