import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../testing/door.ts';
import { samples, sha256 } from '../testing/files.ts';
import { countOf, creationsOn, invoiceOn } from '../testing/operations.ts';

const door = await openDoor();
const creations = await creationsOn(door);
afterAll(() => door.close());

interface Event {
  seq: string;
  id: string;
  type: string;
  subject_id: string;
  data: Record<string, unknown>;
}

const eventsOf = async (company: string) =>
  (
    await door.pool.query<Event>(
      'SELECT seq, id, type, subject_id, data FROM events WHERE company_id = $1 ORDER BY seq',
      [company],
    )
  ).rows;
const lastEvent = async () => (await eventsOf(door.company)).at(-1) as Event;
const partnerId = async () =>
  (await door.pool.query(`SELECT id FROM partners WHERE company_id = $1 AND name = 'Scanner'`, [door.company])).rows[0]
    .id;
const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('a created supplier has an event', async () => {
  await door.addSupplier('told');
  expect(await lastEvent()).toMatchObject({
    id: expect.stringMatching(uuid7),
    type: 'supplier.created',
    subject_id: 'told',
    data: { number: 'told', name: 'Supplier told' },
  });
});

it('a created invoice has an event', async () => {
  const { body } = await door.post(paths.invoices, { externalReferenceId: 'told', supplierNumber: '1' });
  expect(await lastEvent()).toMatchObject({
    id: expect.stringMatching(uuid7),
    type: 'supplierinvoice.created',
    subject_id: body.id,
    data: {
      supplierInvoiceId: body.id,
      externalReferenceId: 'told',
      supplierNumber: '1',
      partnerId: await partnerId(),
    },
  });
});

it('an attached file has an event on its invoice', async () => {
  const supplierInvoiceId = await invoiceOn(door, 'with a file');
  const { body } = await door.post(paths.attach, {
    supplierInvoiceId,
    fileName: 'a.pdf',
    content: samples.pdf.toString('base64'),
  });
  expect(await lastEvent()).toMatchObject({
    type: 'supplierinvoice.attached',
    subject_id: supplierInvoiceId,
    data: {
      supplierInvoiceId,
      attachmentId: body.id,
      fileName: 'a.pdf',
      contentType: 'application/pdf',
      size: samples.pdf.length,
      sha256: sha256(samples.pdf),
    },
  });
});

it('a created work order has an event', async () => {
  const { body } = await door.post(paths.workOrders, { id: 'told', proposalId: 'P-1' });
  const { rows } = await door.pool.query('SELECT id FROM projects WHERE company_id = $1', [door.company]);
  expect(await lastEvent()).toMatchObject({
    type: 'workorder.created',
    subject_id: body.id,
    data: {
      workOrderId: body.id,
      reference: 'told',
      title: body.title,
      projectId: rows[0].id,
      partnerId: await partnerId(),
    },
  });
});

it('refused, repeated and replayed requests have no events', async () => {
  for (const { path, body } of creations)
    await door.post(path, await body('quiet'), { 'idempotency-key': `quiet ${path}` });
  const before = await countOf(door, 'events');
  for (const { path, body, name } of creations) {
    await door.post(path, {});
    await door.post(path, await body('quiet'));
    expect((await door.post(path, await body('quiet'), { 'idempotency-key': `quiet ${path}` })).status, name).toBe(200);
  }
  await door.post(paths.invoices, { externalReferenceId: 'lost', supplierNumber: 'nobody' });
  await door.post(paths.workOrders, { id: 'lost', proposalId: 'nowhere' });
  expect(await countOf(door, 'events')).toBe(before);
});

it('the numbers of a company have no gaps under concurrent requests, and each company has its own', async () => {
  const { id: otherCompany, token: other } = await door.addCompany('Other');
  await door.call('POST', paths.suppliers, { token: other, body: { number: '1', name: 'S' } });
  const invoices = await Promise.all(Array.from({ length: 10 }, (_, at) => invoiceOn(door, `crowd ${at}`)));
  const requests = Array.from({ length: 40 }, (_, n) => [
    door.post(paths.suppliers, { number: `crowd ${n % 30}`, name: 'S' }),
    door.post(paths.invoices, { externalReferenceId: `many ${n}`, supplierNumber: n % 3 === 0 ? 'nobody' : '1' }),
    door.post(
      paths.workOrders,
      { id: `crowd ${n % 30}`, proposalId: 'P-1' },
      n % 2 === 0 ? { 'idempotency-key': `order ${n % 30}` } : {},
    ),
    door.post(paths.attach, {
      supplierInvoiceId: invoices[n % 10],
      fileName: 'a.xml',
      content: Buffer.from(`<a>${n % 30}</a>`).toString('base64'),
    }),
    door.call('POST', paths.invoices, {
      token: other,
      body: { externalReferenceId: `theirs ${n}`, supplierNumber: '1' },
    }),
  ]).flat();
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 400, 409]));

  for (const { company_id, event_seq } of (
    await door.pool.query('SELECT company_id, event_seq FROM company_counters WHERE company_id = ANY ($1)', [
      [door.company, otherCompany],
    ])
  ).rows) {
    const seqs = (await eventsOf(company_id)).map(({ seq }) => Number(seq));
    expect(seqs).toEqual(seqs.map((_, at) => at + 1));
    expect(Number(event_seq)).toBe(seqs.length);
  }
});

it('there is one event for each record, written in the same transaction', async () => {
  const { rows } = await door.pool.query(
    `
    SELECT 'supplier.created' AS type, number AS subject, xmin::text FROM suppliers WHERE company_id = $1
    UNION ALL SELECT 'supplierinvoice.created', id::text, xmin::text FROM supplier_invoices
      WHERE company_id = $1 AND files_due_at IS NULL
    UNION ALL SELECT 'supplierinvoice.attached', supplier_invoice_id::text, xmin::text FROM attachments WHERE company_id = $1
    UNION ALL SELECT 'workorder.created', id::text, xmin::text FROM work_orders WHERE company_id = $1`,
    [door.company],
  );
  // A PDF file changes the row of its invoice, which waits to be compared with it.
  const told = await door.pool.query(
    `SELECT type, subject_id AS subject, xmin::text FROM events WHERE company_id = $1
       AND NOT (type = 'supplierinvoice.created' AND EXISTS (
         SELECT FROM supplier_invoices AS invoice
         WHERE invoice.company_id = $1 AND invoice.id::text = subject_id AND files_due_at IS NOT NULL))`,
    [door.company],
  );
  const sorted = (records: { type: string; subject: string; xmin: string }[]) =>
    records.map(({ type, subject, xmin }) => `${type} ${subject} ${xmin}`).sort();
  expect(rows.length).toBeGreaterThan(50);
  expect(sorted(told.rows)).toEqual(sorted(rows));
});
