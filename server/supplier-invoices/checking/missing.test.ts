import { afterAll, expect, it } from 'vitest';
import { findMissingFiles } from './missing-files.ts';
import { openDoor, paths } from '../../testing/door.ts';
import { pdfOf } from '../../testing/files.ts';
import { signedIn } from '../../testing/operator.ts';
import { ago } from '../../testing/time.ts';

const door = await openDoor({ findsMissing: true });
await door.addSupplier('1', { bankGiro: '991-2346' });
const approver = await signedIn(door, 'approver');
const administrator = await signedIn(door, 'administrator');
const base = `/companies/${door.company}`;
afterAll(() => door.close());

let made = 0;
const send = (fields: object) =>
  door.post(paths.invoices, { externalReferenceId: `m${(made += 1)}`, supplierNumber: '1', ...fields });
const complete = async () => {
  const { body } = await send({
    supplierInvoiceNumber: `F-${made}`,
    totalPrice: 100 + made,
    invoiceDate: Date.UTC(2026, 4, 11),
    paymentDueDate: Date.UTC(2026, 5, 10),
    currency: 'SEK',
    articles: [{ price: 100 + made, quantity: 1, totalPrice: 100 + made }],
  });
  expect(body.message).not.toContain('finding');
  return body.id as string;
};
const listed = async (finding: string): Promise<string[]> =>
  (await approver.call('GET', `${base}/invoices?finding=${finding}`)).body.rows.map(({ id }: { id: string }) => id);
const read = async (id: string) => (await approver.call('GET', `${base}/invoices/${id}`)).body;
const findingsOf = async (id: string) => (await read(id)).findings;
const attach = (id: string) =>
  door.post(paths.attach, {
    supplierInvoiceId: id,
    fileName: 'faktura.pdf',
    content: pdfOf(400, id).toString('base64'),
  });

/** Brings the lists up to date, and moves the arrival of the invoice back. */
async function arrived(id: string, minutesAgo: number): Promise<void> {
  await listed('any');
  const at = ago(minutesAgo * 60_000);
  for (const table of ['supplier_invoices', 'invoice_projections'])
    await door.pool.query(`UPDATE ${table} SET created_at = $3 WHERE company_id = $1 AND id = $2`, [
      door.company,
      id,
      at,
    ]);
}
const sweep = () => findMissingFiles(door.pool, new Date(), new AbortController().signal);

it('an empty invoice is accepted with findings, and neither listed as without findings nor approved in bulk', async () => {
  const { status, body, headers } = await send({});
  expect([status, headers.get('doorway-findings')]).toEqual([
    200,
    'missing.total,missing.number,missing.date,missing.due,missing.currency,missing.lines',
  ]);
  expect(body.message).toContain('has 6 findings, the gravest: the invoice has no total.');
  const whole = await complete();
  expect(await listed('none')).toEqual([whole]);
  expect(await listed('missing')).toEqual([body.id]);
  const prepared = await approver.call('POST', `${base}/bulk`, { decision: 'approve', ids: [body.id, whole] });
  expect(prepared.body).toMatchObject({ left: 1, leftOut: [{ id: body.id, code: 'invoice.findings' }] });
  const chosen = await approver.call('PATCH', `${base}/bulk/${prepared.body.id}`, { withFindings: true });
  expect(chosen.body).toMatchObject({ left: 2, leftOut: [] });
  const dryRun = await door.post(`${paths.invoices}/check`, {
    externalReferenceId: 'dry',
    supplierNumber: '1',
    totalPrice: 5,
  });
  expect(dryRun.body.findings[0]).toMatchObject({ code: 'missing.number', path: 'supplierInvoiceNumber' });
});

it('a file is missing after an hour, once, until one is attached', async () => {
  const [late, young, withFile] = [await complete(), await complete(), await complete()];
  expect((await attach(withFile)).status).toBe(200);
  await arrived(late, 61);
  await arrived(young, 59);
  await arrived(withFile, 61);
  await sweep();
  await sweep();
  expect(await findingsOf(late)).toMatchObject([{ code: 'missing.file', severity: 'warning' }]);
  expect(await findingsOf(young)).toEqual([]);
  expect(await findingsOf(withFile)).toEqual([]);
  expect(await listed('missing.file')).toEqual([late]);
  expect((await door.call('GET', `${paths.invoices}/${late}`)).body.findings).toEqual([
    { code: 'missing.file', severity: 'warning', message: 'The invoice has no file.' },
  ]);

  expect((await attach(late)).status).toBe(200);
  const dismissed = { by: { name: 'the service' }, reason: 'faktura.pdf' };
  expect(await findingsOf(late)).toMatchObject([{ code: 'missing.file', dismissed }]);
  expect(await listed('missing.file')).toEqual([]);
  await sweep();
  expect(await findingsOf(late)).toHaveLength(1);
  const types = (await read(late)).timeline.map(({ type }: { type: string }) => type);
  expect(types).toEqual([
    'supplierinvoice.created',
    'supplierinvoice.checked',
    'supplierinvoice.attached',
    'supplierinvoice.dismissed',
  ]);
});

it('an approval finds the missing file if no sweep has, and goes through once the operator has seen it', async () => {
  const id = await complete();
  await arrived(id, 61);
  const approve = (seenFindings: number) => approver.call('POST', `${base}/invoices/${id}/approve`, { seenFindings });
  expect((await approve(0)).status).toBe(409);
  expect(await findingsOf(id)).toMatchObject([{ code: 'missing.file' }]);
  expect((await approve(1)).status).toBe(200);
});

it('a company that has switched the check off has no such finding; one that holds releases it by hand', async () => {
  const set = (setting: string) =>
    administrator.call('PATCH', `${base}/checks`, { rules: { 'missing.file': setting, 'missing.total': setting } });
  expect((await set('off')).status).toBe(200);
  const id = await complete();
  await arrived(id, 61);
  await sweep();
  expect(await findingsOf(id)).toEqual([]);
  const { body } = await send({ totalPrice: null });
  expect((await findingsOf(body.id))[0]).toMatchObject({ code: 'missing.number' });

  expect((await set('hold')).status).toBe(200);
  await sweep();
  expect(await read(id)).toMatchObject({ state: 'held', findings: [{ code: 'missing.file', severity: 'hold' }] });
  expect((await attach(id)).status).toBe(200);
  const after = await read(id);
  expect(after).toMatchObject({ state: 'held', findings: [{ code: 'missing.file' }] });
  expect(after.findings[0].dismissed).toBeUndefined();
});
