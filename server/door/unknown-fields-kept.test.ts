import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../testing/door.ts';
import { samples } from '../testing/files.ts';
import { formOf } from '../testing/form.ts';
import { countOf, creationsOn, documentOf, invoiceOn, postText } from '../testing/operations.ts';
import { expectProblem } from '../testing/problem.ts';

const door = await openDoor();
await creationsOn(door);
afterAll(() => door.close());

const extraOf = async (table: 'suppliers' | 'attachments', where: string, value: string): Promise<string> =>
  (
    await door.pool.query(`SELECT extra::text AS extra FROM ${table} WHERE company_id = $1 AND ${where} = $2`, [
      door.company,
      value,
    ])
  ).rows[0]?.extra;

const unknown = '"glad": 90071992547409.930, "nested": {"deep": [null, true, "å", {}]}, "nothing": null';
const kept = '{"glad": 90071992547409.930, "nested": {"deep": [null, true, "å", {}]}, "nothing": null}';

it('a supplier keeps them beside its columns', async () => {
  const { status, body } = await postText(door, paths.suppliers, `{"number":"kept","name":"K",${unknown}}`);
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      message:
        'Supplier created. Note: unknown field glad was kept but not used. unknown field nested was kept but not used. unknown field nothing was kept but not used.',
    },
  });
  expect(await extraOf('suppliers', 'number', 'kept')).toBe(kept);
});

it('an invoice keeps them, on its lines too, and names the nearest known field', async () => {
  const { body } = await door.post(paths.invoices, {
    externalReferenceId: 'misspelt',
    supplierNumber: '1',
    supplierInvoceNumber: 'F-1',
    articles: [{ pric: 1 }, { pric: 2, colour: 'red' }],
  });
  expect(body.message).toBe(
    'Supplier invoice created. Note: unknown field supplierInvoceNumber was kept but not used; did you mean supplierInvoiceNumber? ' +
      'unknown field articles[].pric was kept but not used; did you mean articles[].price? unknown field articles[].colour was kept but not used.',
  );
  expect(JSON.parse(await documentOf(door, 'supplier_invoices', body.id))).toMatchObject({
    supplierInvoceNumber: 'F-1',
    articles: [{ pric: 1 }, { pric: 2, colour: 'red' }],
  });
});

it('a work order keeps them', async () => {
  const { body } = await postText(
    door,
    paths.workOrders,
    `{"id":"kept","proposalId":"P-1","Description":"x",${unknown}}`,
  );
  expect(body.message).toContain('unknown field Description was kept but not used; did you mean description?');
  expect(await documentOf(door, 'work_orders', body.id)).toContain('"glad": 90071992547409.930');
});

it('an attachment keeps them, sent as JSON', async () => {
  const supplierInvoiceId = await invoiceOn(door, 'json');
  const content = samples.pdf.toString('base64');
  const { body } = await postText(
    door,
    paths.attach,
    `{"supplierInvoiceId":"${supplierInvoiceId}","filename":1,"fileName":"a.pdf","content":"${content}",${unknown}}`,
  );
  expect(body.message).toContain('unknown field filename was kept but not used; did you mean fileName?');
  expect(await extraOf('attachments', 'id', body.id)).toBe(`${kept.slice(0, -1)}, "filename": 1}`);
});

it('an attachment keeps them, sent as a form', async () => {
  const { status, body } = await door.call(
    'POST',
    paths.attach,
    formOf([
      { name: 'note', content: 'Räkning' },
      { name: 'supplierInvoiceId', content: await invoiceOn(door, 'form') },
      { name: 'file', fileName: 'a.png', type: 'image/png', content: samples.png },
      { name: 'suplierInvoiceId', content: '' },
    ]),
  );
  expect({ status, message: body.message }).toEqual({
    status: 200,
    message:
      'File attached. Note: unknown field note was kept but not used. unknown field suplierInvoiceId was kept but not used; did you mean supplierInvoiceId?',
  });
  expect(JSON.parse(await extraOf('attachments', 'id', body.id))).toEqual({ note: 'Räkning', suplierInvoiceId: '' });
});

it('a form field that only the JSON form knows is unknown, and named', async () => {
  const { body } = await door.call(
    'POST',
    paths.attach,
    formOf([
      { name: 'supplierInvoiceId', content: await invoiceOn(door, 'form with a name') },
      { name: 'file', fileName: 'a.pdf', content: samples.pdf, type: 'application/pdf' },
      { name: 'fileName', content: 'other.pdf' },
    ]),
  );
  expect(JSON.parse(await extraOf('attachments', 'id', body.id))).toEqual({ fileName: 'other.pdf' });
  expect(body.message).toContain('unknown field fileName was kept but not used');
});

it('a form field of JSON is kept with what it says', async () => {
  const { body } = await door.call(
    'POST',
    paths.attach,
    formOf([
      { name: 'supplierInvoiceId', content: await invoiceOn(door, 'form with JSON') },
      { name: 'file', fileName: 'a.pdf', content: samples.pdf, type: 'application/pdf' },
      { name: 'meta', type: 'application/json', content: '{"pages": 2.5}' },
    ]),
  );
  const { meta } = JSON.parse(await extraOf('attachments', 'id', body.id)) as { meta: string };
  expect(JSON.parse(meta)).toEqual({ pages: 2.5 });
});

it('a form field that is too long to keep is refused, not cut short', async () => {
  const before = await countOf(door, 'attachments');
  const answer = await door.call(
    'POST',
    paths.attach,
    formOf([
      { name: 'supplierInvoiceId', content: await invoiceOn(door, 'form with a long field') },
      { name: 'file', fileName: 'a.pdf', content: samples.pdf, type: 'application/pdf' },
      { name: 'note', content: 'a'.repeat(16 * 1024 + 1) },
    ]),
  );
  expectProblem(answer, 400, 'note');
  expect(await countOf(door, 'attachments')).toBe(before);
});

it.each([
  [
    paths.suppliers,
    { number: 'r1', name: 'R' },
    { paymentAccount: '1' },
    'field paymentAccount was removed from the interface, so it was kept but not used; send bankGiro or postGiro instead.',
  ],
  [
    paths.invoices,
    { externalReferenceId: 'r1', supplierNumber: '1' },
    { articles: [{ amount: 1 }] },
    'field articles[].amount was removed from the interface, so it was kept but not used; send quantity and totalPrice instead.',
  ],
  [
    paths.invoices,
    { externalReferenceId: 'r2', supplierNumber: '1' },
    { articles: [{ referenceId: 'x' }] },
    'field articles[].referenceId was removed from the interface, so it was kept but not used; send externalReferenceId on the invoice instead.',
  ],
  [
    paths.invoices,
    { externalReferenceId: 'r3', supplierNumber: '1' },
    { articles: [{ projectId: 'x' }] },
    'field articles[].projectId was removed from the interface, so it was kept but not used; send projectName on the invoice instead.',
  ],
])(
  'a field that the change history removed is named with its replacement: %s %o %o',
  async (path, required, removed, sentence) => {
    const { status, body } = await door.post(path, { ...required, ...removed });
    expect(status).toBe(200);
    expect(body.message).toContain(sentence);
  },
);

it.each(['supplierNumber', 'supplierInvoiceNumber'])(
  'the former field %s of an attachment is named with its replacement',
  async (field) => {
    const supplierInvoiceId = await invoiceOn(door, `removed ${field}`);
    const { status, body } = await door.post(paths.attach, {
      supplierInvoiceId,
      fileName: 'a.pdf',
      content: samples.pdf.toString('base64'),
      [field]: '1',
    });
    expect(status).toBe(200);
    expect(body.message).toContain(
      `field ${field} was removed from the interface, so it was kept but not used; supplierInvoiceId names the invoice.`,
    );
  },
);
