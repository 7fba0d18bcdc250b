import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { newId } from '../../../ground/db/ids.ts';
import { openOwnApp, paths, send } from '../../../testing/door.ts';
import { filesOf, keptFile, pdfOf, samples, sha256 } from '../../../testing/files.ts';
import { formOf, type FormField } from '../../../testing/form.ts';
import { traceIdOf } from '../../../testing/happenings.ts';
import { countOf, invoiceOn } from '../../../testing/operations.ts';
import { api, signedIn, type SignedIn } from '../../../testing/operator.ts';
import { setChecks } from '../../../testing/settings.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { dial, head } from '../../../testing/raw.ts';

const mebibyte = 1024 * 1024;
const door = await openOwnApp('The limits of files are settings of the process.', {
  env: { FILE_LIMIT_BYTES: String(mebibyte), ATTACH_BODY_LIMIT_BYTES: String(1.5 * mebibyte) },
});
await door.addSupplier('1');
const approver = await signedIn(door, 'approver');
const viewer = await signedIn(door, 'viewer');
afterAll(() => door.close());

const base = `/companies/${door.company}/invoices`;
const attachParts = (id: string, parts: FormField[], { cookie }: SignedIn = approver, more = {}) => {
  const { raw, headers } = formOf(parts);
  return send(door.url, 'POST', `${api}${base}/${id}/files`, {
    raw,
    headers: { cookie, 'x-doorway-console': '1', ...headers, ...more },
  });
};
const attach = (id: string, fileName: string, content: Buffer, who = approver) =>
  attachParts(id, [{ name: 'file', fileName, content }], who);
const audited = async (id: string) =>
  (await door.pool.query('SELECT action, data, operator_id FROM audit_log WHERE subject_id = $1 ORDER BY seq', [id]))
    .rows;
const events = async (id: string) =>
  (
    await door.pool.query('SELECT type, data FROM events WHERE company_id = $1 AND subject_id = $2 ORDER BY seq', [
      door.company,
      id,
    ])
  ).rows;

it('an operator’s file has the operator’s name on it, in the history, in the event and in the audit log', async () => {
  const id = await invoiceOn(door, 'by an operator');
  const bytes = pdfOf(400, 'by an operator');
  await door.post(paths.attach, { supplierInvoiceId: id, fileName: 'p.xml', content: samples.xml.toString('base64') });
  const answer = await attach(id, 'Följesedel 7.pdf', bytes);
  expect(answer.status, answer.body.message).toBe(200);
  expect(answer.body.files).toEqual([
    expect.objectContaining({ fileName: 'p.xml', by: 'Scanner' }),
    expect.objectContaining({
      fileName: 'Följesedel 7.pdf',
      by: 'The approver',
      contentType: 'application/pdf',
      size: 400,
      sha256: sha256(bytes),
    }),
  ]);
  expect(answer.body.timeline.at(-1)).toMatchObject({ type: 'supplierinvoice.attached', by: 'The approver' });
  expect(await keptFile(door, sha256(bytes))).toEqual(bytes);
  const attachmentId = answer.body.files[1].id;
  const by = { id: approver.id, name: 'The approver' };
  const described = { attachmentId, fileName: 'Följesedel 7.pdf', size: 400, sha256: sha256(bytes) };
  expect((await events(id)).at(-1)).toEqual({
    type: 'supplierinvoice.attached',
    data: {
      supplierInvoiceId: id,
      ...described,
      contentType: 'application/pdf',
      partnerId: expect.any(String),
      partnerName: 'Scanner',
      by,
      traceId: traceIdOf(answer),
    },
  });
  expect(await audited(id)).toEqual([
    { action: 'supplierinvoice.attached', operator_id: approver.id, data: described },
  ]);
  const row = (await approver.call('GET', `${base}?q=by an operator`)).body.rows.find((one: any) => one.id === id);
  expect(row.files).toBe(2);
});

it('kinds, names and sizes are judged as at the door, and a refused file leaves nothing', async () => {
  const id = await invoiceOn(door, 'judged');
  const { kept } = await filesOf(door);
  expectProblem(await attach(id, 'a.txt', Buffer.from('hello')), 400, 'PDF, PNG, JPEG, TIFF');
  expectProblem(await attach(id, 'a.pdf', samples.png), 400, 'the file is PNG by its bytes');
  expectProblem(await attach(id, 'a.pdf', samples.pdf.subarray(0, 12)), 400, 'the file');
  expectProblem(await attach(id, 'a.pdf', Buffer.alloc(0)), 400, 'the file is empty');
  expectProblem(await attach(id, '', samples.pdf), 400);
  expectProblem(await attach(id, 'a.pdf', pdfOf(mebibyte + 1)), 400, 'the file is larger than 1 MiB.');
  expectProblem(await attach(id, 'a.pdf', pdfOf(1.5 * mebibyte)), 413);
  expectProblem(
    await attachParts(id, [
      { name: 'file', fileName: 'a.pdf', content: samples.pdf },
      { name: 'supplierInvoiceId', content: id },
    ]),
    400,
    'supplierInvoiceId',
  );
  expectProblem(await attachParts(id, []), 400, 'form');
  expectProblem(await approver.call('POST', `${base}/${id}/files`, { file: 'x' }), 415);
  expect(await filesOf(door)).toEqual({ kept, incoming: [] });
  expect(await audited(id)).toEqual([]);
  for (const kind of ['png', 'jpeg', 'tiff', 'xml'] as const)
    expect((await attach(id, `a.${kind}`, samples[kind])).status, kind).toBe(200);
});

it('a viewer, another site and strangers attach nothing, and an unknown invoice is a 404', async () => {
  const id = await invoiceOn(door, 'guarded');
  const { kept } = await filesOf(door);
  const file: FormField[] = [{ name: 'file', fileName: 'a.pdf', content: pdfOf(300, 'guarded') }];
  expectProblem(await attachParts(id, file, viewer), 403);
  const { raw, headers } = formOf(file);
  const address = `${api}${base}/${id}/files`;
  const bySite = await send(door.url, 'POST', address, { raw, headers: { ...headers, cookie: approver.cookie } });
  expectProblem(bySite, 403);
  const stranger = await signedIn(door, 'approver', (await door.addCompany('Files of others')).id);
  expectProblem(await attachParts(id, file, stranger), 404);
  expectProblem(await attachParts(newId(), file), 404);
  expectProblem(await attachParts('x', file), 404);
  expect(await filesOf(door)).toEqual({ kept, incoming: [] });
});

it('the same bytes again are a 409 that names the file, however many come at once', async () => {
  const id = await invoiceOn(door, 'twice');
  const bytes = pdfOf(300, 'twice');
  const answers = await Promise.all(Array.from({ length: 5 }, () => attach(id, 'a.pdf', bytes)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  const file = answers.find(({ status }) => status === 200)?.body.files[0];
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'attachment.exists',
    parameters: { id: file.id },
  });
  expect(await audited(id)).toHaveLength(1);
  expect(await keptFile(door, sha256(bytes))).toEqual(bytes);
});

it('an invoice has fifty files, whoever attached them', async () => {
  const id = await invoiceOn(door, 'full');
  await door.pool.query(
    `INSERT INTO attachments (company_id, supplier_invoice_id, position, id, operator_id, file_name, content_type, size, sha256, extra, created_at)
     SELECT $1, $2, n, ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, $3, 'x', 'application/pdf', 1, ('\\x' || lpad(n::text, 4, '0'))::bytea, '{}', now()
     FROM generate_series(1, 49) AS n`,
    [door.company, id, approver.id],
  );
  const answers = await Promise.all([1, 2, 3].map((n) => attach(id, 'a.pdf', pdfOf(300, `full ${n}`))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect(answers.find(({ status }) => status === 400)?.body.code).toBe('attachment.limit');
});

it('a file of another invoice of the supplier is a finding and may hold it, and a late file is marked', async () => {
  const [first, second, decided] = [
    await invoiceOn(door, 'same 1'),
    await invoiceOn(door, 'same 2'),
    await invoiceOn(door, 'same 3'),
  ];
  const bytes = pdfOf(300, 'same');
  await attach(first, 'a.pdf', bytes);
  await setChecks(door, { 'duplicate.file': 'hold' });
  const { body } = await attach(second, 'a.pdf', bytes);
  expect(body).toMatchObject({ state: 'held', findings: [{ code: 'duplicate.file', severity: 'hold' }] });
  expect((await events(second)).slice(1)).toMatchObject([
    { type: 'supplierinvoice.attached', data: { findings: [{ code: 'duplicate.file' }] } },
    {
      type: 'supplierinvoice.held',
      data: { heldFor: ['duplicate.file'], partnerName: 'Scanner', by: { id: approver.id, name: 'The approver' } },
    },
  ]);
  expect((await events(second)).at(-1).data).not.toHaveProperty('ownerId');
  await approver.call('POST', `${base}/${decided}/approve`, {});
  const late = await attach(decided, 'a.pdf', pdfOf(300, 'late'));
  expect(late.body).toMatchObject({ state: 'approved', files: [{ afterDecision: 'approved', by: 'The approver' }] });
});

it('an upload that is broken off leaves nothing', async () => {
  const id = await invoiceOn(door, 'broken off');
  const [before, { kept }] = [await countOf(door, 'attachments'), await filesOf(door)];
  const { raw, headers } = formOf([{ name: 'file', fileName: 'a.pdf', content: pdfOf(1_000_000) }]);
  const socket = dial(door.url);
  const session = { cookie: approver.cookie, 'x-doorway-console': '1' };
  socket.write(head('POST', `${api}${base}/${id}/files`, { ...session, ...headers, 'content-length': raw.length }));
  socket.write(raw.subarray(0, 500_000));
  const incoming = () => readdir(join(door.dataDir, 'files', 'incoming'));
  await expect.poll(incoming).toHaveLength(1);
  socket.destroy();
  await expect.poll(incoming).toEqual([]);
  expect((await filesOf(door)).kept).toEqual(kept);
  expect(await countOf(door, 'attachments')).toBe(before);
});
