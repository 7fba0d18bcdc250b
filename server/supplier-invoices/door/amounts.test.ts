import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths, type Answer } from '../../testing/door.ts';
import { countOf, documentOf, postText } from '../../testing/operations.ts';
import { api, signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { readInvoiceDocument } from '../store.ts';

const door = await openDoor();
const viewer = await signedIn(door, 'viewer');
await door.addSupplier('1');
afterAll(() => door.close());

let seeds = 0;
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
    '0.100000000000000005551115123126',
    '3.141592653589793238462643383279',
    `0.${'0'.repeat(28)}10`,
  ])('%s', async (amount) => {
    const all = onInvoice.map((field) => `"${field}":${amount}`).join(',');
    const { status, body } = await post(
      `${all},"articles":[{${onLine.map((field) => `"${field}":${amount}`).join(',')}}],"unknown":[${amount}]`,
    );
    expect(status, body.message).toBe(200);
    const document = await documentOf(door, 'supplier_invoices', body.id);
    expect(document.split(`: ${amount},`).length - 1 + document.split(`: ${amount}}`).length - 1).toBe(
      onInvoice.length + onLine.length,
    );
    expect(document).toContain(`"unknown": [${amount}]`);
  });

  it.each([
    ['1e2', '100'],
    ['1.50E+1', '15.0'],
    ['25e-1', '2.5'],
    ['-0', '0'],
    ['0e17', '0'],
    ['1E-30', `0.${'0'.repeat(29)}1`],
  ])('%s, written out as %s', async (amount, written) => {
    const { status, body } = await post(`"totalPrice":${amount}`);
    expect(status, body.message).toBe(200);
    expect(await documentOf(door, 'supplier_invoices', body.id)).toContain(`"totalPrice": ${written}`);
  });
});

describe('a number is refused', () => {
  it.each([
    '1e15',
    '-1e15',
    '1000000000000000',
    '1000000000000000.00',
    '0.1e16',
    '1e400',
    '-1e400',
    '1e999999999999',
    `1${'0'.repeat(5_000)}`,
  ])('that is %s: not below 1e15', async (amount) => {
    const before = await countOf(door, 'supplier_invoices');
    expectProblem(await post(`"totalPrice":${amount}`), 400, /^totalPrice must be below 1e15 in absolute value\.$/);
    expectProblem(
      await post(`"articles":[{},{"price":${amount}}]`),
      400,
      /^articles\[1\]\.price must be below 1e15 in absolute value\.$/,
    );
    expect(await countOf(door, 'supplier_invoices')).toBe(before);
  });

  it.each(['1e-2000', '1e-31', '0.01e-29', `0.${'1'.repeat(31)}`, '0e-99999', '1e-999999999999'])(
    'that is %s: with too many decimals',
    async (amount) => {
      expectProblem(await post(`"totalPrice":${amount}`), 400, /^totalPrice must have at most 30 decimals\.$/);
    },
  );

  it('on five thousand lines at once, in an answer that stays short', async () => {
    const lines = Array.from({ length: 5_000 }, () => '{"price":1e-1000,"quantity":1e-1000,"unheard":1e-1000}').join(
      ',',
    );
    const answer = await post(`"articles":[${lines}]`);
    expectProblem(answer, 400, /^articles\[0\]\.price must have at most 30 decimals; .* and 14900 more\.$/);
    expect(answer.body.message).toContain('articles[0].unheard must have at most 100 digits when it is written out');
    expect(answer.body.message.length).toBeLessThan(12 * 1024);
  });

  it('that is a zero with an exponent which no database reads', async () => {
    expectProblem(await post('"totalPrice":0e99999999999'), 400, 'totalPrice');
  });

  it('that JSON does not know', async () => {
    for (const amount of ['NaN', 'Infinity', '-Infinity', '01', '+1', '.5', '1.', '0x10', '1e', '1_000'])
      expectProblem(
        await post(`"totalPrice":${amount}`),
        400,
        /^The body is not valid JSON: see line 1, column \d+\.$/,
      );
  });

  it('that is a string, a truth value or a list', async () => {
    for (const field of onInvoice)
      for (const value of ['"12"', 'true', '[1]', '{}', '""'])
        expectProblem(await post(`"${field}":${value}`), 400, `${field} must be a number.`);
    for (const field of onLine)
      expectProblem(await post(`"articles":[{"${field}":"1"}]`), 400, `articles[0].${field} must be a number.`);
  });
});

it('null on an amount is the same as leaving it out', async () => {
  const fields = onInvoice.map((field) => `"${field}":null`).join(',');
  expect((await post(`${fields},"articles":[{${onLine.map((field) => `"${field}":null`).join(',')}}]`)).status).toBe(
    200,
  );
});

it('the text of an invoice is kept to the byte: blanks, order and how its numbers are written', async () => {
  const text = `{ "totalPrice" : 1.50e+1,\n\t"supplierNumber":"1", "externalReferenceId":"to the byte", "zeta":[ 1e2,-0 ], "alpha":"\\u00e5å" }`;
  const { status, body } = await postText(door, paths.invoices, text);
  expect(status, body.message).toBe(200);
  expect(await readInvoiceDocument(door.pool, door.company, body.id)).toBe(text);
});

describe('a number in a field that is only kept', () => {
  const hundred = '1'.repeat(100);
  it.each([
    ['9223372036854775807', '9223372036854775807'],
    ['-18446744073709551615', '-18446744073709551615'],
    ['1762988400000000', '1762988400000000'],
    ['1e15', `1${'0'.repeat(15)}`],
    ['1e50', `1${'0'.repeat(50)}`],
    ['1e-60', `0.${'0'.repeat(59)}1`],
    ['1.50e99', `150${'0'.repeat(97)}`],
    [hundred, hundred],
    [`0.${hundred.slice(1)}`, `0.${hundred.slice(1)}`],
    ['0e99', '0'],
  ])('%s is kept with each of its digits', async (number, written) => {
    const { status, body } = await post(`"systemId":${number},"articles":[{"rows":{"id":[${number}]}}]`);
    expect(status, body.message).toBe(200);
    const document = await documentOf(door, 'supplier_invoices', body.id);
    expect(document).toContain(`"systemId": ${written}`);
    expect(document).toContain(`"rows": {"id": [${written}]}`);
    const read = await fetch(`${door.url}${api}/companies/${door.company}/invoices/${body.id}`, {
      headers: { cookie: viewer.cookie },
    });
    expect((await read.text()).replaceAll(' ', '')).toContain(`"systemId":${written}`);
  });

  it.each([
    '1e100',
    '-1e100',
    '1e-100',
    `1${hundred}`,
    `0.${hundred}`,
    '1e400',
    '-1e400',
    '1e999999999999',
    '1e-999999999999',
    '0e999',
    '0e-999',
    '0e99999999999',
  ])('%s has more than a hundred of them', async (number) => {
    const before = await countOf(door, 'supplier_invoices');
    expectProblem(
      await post(`"unknown":{"deep":[${number}]}`),
      400,
      /^unknown\.deep\[0\] must have at most 100 digits when it is written out\.$/,
    );
    expectProblem(
      await post(`"articles":[{},{"pric":${number}}]`),
      400,
      /^articles\[1\]\.pric must have at most 100 digits when it is written out\.$/,
    );
    expect(await countOf(door, 'supplier_invoices')).toBe(before);
  });

  it('of many whose exponents stand for more than a million digits together is refused, so that no body becomes many times its size', async () => {
    const times = (many: number) => post(`"x":[${'1e99,'.repeat(many).slice(0, -1)}]`);
    expect((await times(10_000)).status).toBe(200);
    expectProblem(
      await times(20_000),
      400,
      'The numbers of the body have more than 1,000,000 digits when they are written out. Send less at once.',
    );
  });

  it('of a supplier, a work order and an attachment as well', async () => {
    const id = '"systemId":9223372036854775807';
    await door.addProject({ number: 'p', name: 'P', proposalIds: ['P-1'], facilities: [{ number: 'f', name: 'F' }] });
    const { id: supplierInvoiceId } = (await post('"currency":"SEK"')).body;
    const content = Buffer.from('<a/>').toString('base64');
    const bodies: [string, string][] = [
      [paths.suppliers, `"number":"kept","name":"K"`],
      [paths.workOrders, `"id":"kept","proposalId":"P-1"`],
      [paths.attach, `"supplierInvoiceId":"${supplierInvoiceId}","fileName":"a.xml","content":"${content}"`],
    ];
    for (const [path, fields] of bodies) {
      expectProblem(
        await postText(door, path, `{${fields},"systemId":1e100}`),
        400,
        /^systemId must have at most 100 digits when it is written out\.$/,
      );
      expect((await postText(door, path, `{${fields},${id}}`)).status).toBe(200);
    }
    const { rows } = await door.pool.query(
      `SELECT extra::text AS kept FROM suppliers WHERE company_id = $1 AND number = 'kept' UNION ALL SELECT document::text FROM work_orders WHERE company_id = $1 UNION ALL SELECT extra::text FROM attachments WHERE company_id = $1`,
      [door.company],
    );
    for (const { kept } of rows) expect(kept).toContain('"systemId": 9223372036854775807');
  });
});
