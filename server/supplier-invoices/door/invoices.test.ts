import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';
import { countOf, documentOf, postText } from '../../testing/operations.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
await door.addSupplier('1', {
  name: 'Nordbygg Material AB',
  organizationalNumber: '5560160680',
  bankGiro: '9912346',
  postGiro: '123455',
});
await door.post(paths.invoices, {
  externalReferenceId: 'credited',
  supplierNumber: '1',
  supplierInvoiceNumber: 'F-20650',
});
afterAll(() => door.close());

const rowOf = async (id: string) =>
  (await door.pool.query('SELECT * FROM supplier_invoices WHERE id = $1', [id])).rows[0];

const whole = {
  externalReferenceId: 'whole',
  supplierNumber: '1',
  supplierName: 'Nordbygg Material',
  supplierOrganizationalNumber: '556016-0680',
  supplierBankGiro: '991-2346',
  supplierPostGiro: '12345-5',
  supplierInvoiceNumber: 'F-20871',
  orderNumber: 'PO-7731',
  projectName: 'Kvarteret Eken',
  externalReference: 'Order desk',
  internalReference: 'Site office',
  invoiceDate: 1762988400000,
  paymentDueDate: 1765580400000,
  articles: [
    {
      articleNumber: '45',
      articleDescription: 'Gipsskiva',
      price: 125.5,
      totalPrice: 1255,
      quantity: 10,
      unit: 'st',
      vat: 25,
      discountPercentage: 0,
      discountValue: 0,
    },
  ],
  totalPrice: 1568.75,
  totalVat: 313.75,
  centRoundoff: 0,
  invoiceFee: 0,
  currency: 'SEK',
  paymentReferenceOCR: '208710012',
  creditInvoiceReference: 'F-20650',
  freight: '0',
};

it('an invoice with every field is answered with its id and a message, and kept whole as received', async () => {
  const { status, body, headers } = await door.post(paths.invoices, whole);
  expect({ status, body }).toEqual({
    status: 200,
    body: { id: expect.any(String), message: 'Supplier invoice created.' },
  });
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(await rowOf(body.id)).toMatchObject({
    company_id: door.company,
    state: 'received',
    document: whole,
    findings: [],
    external_reference_id: 'whole',
    supplier_number: '1',
  });
});

it('an invoice is accepted once, and a repeat says what exists', async () => {
  const invoice = { externalReferenceId: 'once', supplierNumber: '1', totalPrice: 12.5 };
  const first = await door.post(paths.invoices, invoice);
  expect(first).toMatchObject({ status: 200, body: { message: 'Supplier invoice created.' } });
  const before = await countOf(door, 'supplier_invoices');
  expectProblem(
    await door.post(paths.invoices, invoice),
    409,
    `The externalReferenceId "once" was sent before: it is supplier invoice ${first.body.id}; nothing differs from what was sent now.`,
  );
  expectProblem(
    await door.post(paths.invoices, { ...invoice, totalPrice: 12.6, currency: 'SEK', articles: [{ price: 1 }] }),
    409,
    `it is supplier invoice ${first.body.id}; it differs from what was sent now in totalPrice, currency, articles.`,
  );
  expect(await countOf(door, 'supplier_invoices')).toBe(before);
  expect(await documentOf(door, 'supplier_invoices', first.body.id)).toMatch(/"totalPrice": 12\.5[,}]/);
});

it('the differences are exact: 1.10 equals 1.1, null equals a missing field, and digits beyond a float count', async () => {
  const post = (fields: string) =>
    postText(door, paths.invoices, `{"externalReferenceId":"exact","supplierNumber":"1",${fields}}`);
  const first = await post('"totalPrice":1.10,"totalVat":90071992547409.93,"articles":[{"price":100}]');
  expect(first.status).toBe(200);
  expectProblem(
    await post('"totalVat":90071992547409.930,"totalPrice":1.1,"currency":null,"articles":[{"price":1e2,"unit":null}]'),
    409,
    'nothing differs',
  );
  expectProblem(
    await post('"totalPrice":1.1,"totalVat":90071992547409.94,"articles":[{"price":101}]'),
    409,
    /in (totalVat, articles\[0\]\.price|articles\[0\]\.price, totalVat)\.$/,
  );
});

it('a supplier that does not exist is a 400, and the same invoice is accepted once it does', async () => {
  const invoice = { externalReferenceId: 'early', supplierNumber: 'late' };
  const before = await countOf(door, 'events');
  expectProblem(
    await door.post(paths.invoices, invoice),
    400,
    'There is no supplier with the number "late". Create the supplier, then send this invoice again.',
  );
  expect(await countOf(door, 'events')).toBe(before);
  await door.addSupplier('late');
  expect((await door.post(paths.invoices, invoice)).status).toBe(200);
});

it('a supplier of another company does not exist', async () => {
  const { token } = await door.addCompany('Other');
  const invoice = { externalReferenceId: 'other', supplierNumber: '1' };
  expectProblem(
    await door.call('POST', paths.invoices, { token, body: invoice }),
    400,
    'There is no supplier with the number "1".',
  );
});

it('the same reference is free for another partner and in another company', async () => {
  const invoice = { externalReferenceId: 'shared', supplierNumber: '1' };
  const ids = new Set([(await door.post(paths.invoices, invoice)).body.id]);
  const { token: other } = await door.addCompany('Third');
  await door.call('POST', paths.suppliers, { token: other, body: { number: '1', name: 'S' } });
  for (const token of [await door.tokenFor({ partner: 'Another' }), other]) {
    const { status, body } = await door.call('POST', paths.invoices, { token, body: invoice });
    expect(status).toBe(200);
    ids.add(body.id);
  }
  expect(ids.size).toBe(3);
});

it('of sixty concurrent equal invoices one is accepted, and the other answers name it', async () => {
  const invoice = { externalReferenceId: 'sixty', supplierNumber: '1' };
  const answers = await Promise.all(Array.from({ length: 60 }, () => door.post(paths.invoices, invoice)));
  const [accepted, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  for (const answer of answers.filter((one) => one !== accepted)) expectProblem(answer, 409, accepted?.body.id);
});

it('each of many concurrent invoices gets its own outcome', async () => {
  await door.post(paths.invoices, { externalReferenceId: 'taken', supplierNumber: '1' });
  const kinds = [
    (at: number) => ({ body: { externalReferenceId: `good ${at}`, supplierNumber: '1' }, status: 200 }),
    (at: number) => ({ body: { externalReferenceId: `orphan ${at}`, supplierNumber: 'nobody' }, status: 400 }),
    () => ({ body: { externalReferenceId: 'taken', supplierNumber: '1' }, status: 409 }),
    (at: number) => ({ body: { externalReferenceId: `bad ${at}`, supplierNumber: 1 }, status: 400 }),
  ];
  const requests = Array.from({ length: 120 }, (_, at) => (kinds[at % kinds.length] as (typeof kinds)[0])(at));
  const answers = await Promise.all(requests.map(({ body }) => door.post(paths.invoices, body)));
  expect(answers.map(({ status }) => status)).toEqual(requests.map(({ status }) => status));
  const stored = await Promise.all(answers.filter(({ status }) => status === 200).map(({ body }) => rowOf(body.id)));
  expect(stored.map((row) => row.external_reference_id)).toEqual(
    requests.filter(({ status }) => status === 200).map(({ body }) => body.externalReferenceId),
  );
});

it('a currency that is no ISO 4217 code is accepted with a finding', async () => {
  const { status, body } = await door.post(paths.invoices, {
    externalReferenceId: 'kronor',
    supplierNumber: '1',
    currency: 'kronor',
  });
  expect(status).toBe(200);
  expect((await rowOf(body.id)).findings).toEqual([
    {
      code: 'currency.unknown',
      severity: 'warning',
      path: 'currency',
      parameters: { currency: 'kronor' },
      message: '"kronor" is not an ISO 4217 currency code.',
    },
  ]);
});
