import { readdir } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths, type Call } from '../../../testing/door.ts';
import { filesOf, keptFile, pdfOf, sha256 } from '../../../testing/files.ts';
import { formOf, type FormField } from '../../../testing/form.ts';
import { countOf, invoiceOn } from '../../../testing/operations.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { ask, dial, exchange, head } from '../../../testing/raw.ts';

const door = await openDoor();
await door.addSupplier('1');
const supplierInvoiceId = await invoiceOn(door, 'forms');
afterAll(() => door.close());

let seeds = 0;
const id = (): FormField => ({ name: 'supplierInvoiceId', content: supplierInvoiceId });
const file = (more: Partial<FormField> = {}): FormField => ({
  name: 'file',
  fileName: 'a.pdf',
  type: 'application/pdf',
  content: pdfOf(100, `form ${seeds++}`),
  ...more,
});
const post = (parts: FormField[]) => door.call('POST', paths.attach, formOf(parts));
const nameOf = async (attachment: string) =>
  (await door.pool.query('SELECT file_name FROM attachments WHERE id = $1', [attachment])).rows[0].file_name;

it('the field may stand before the file or after it', async () => {
  for (const parts of [
    [id(), file()],
    [file(), id()],
  ]) {
    const { status, body } = await post(parts);
    expect(status, body.message).toBe(200);
  }
});

it('a form that FormData writes is taken', async () => {
  const form = new FormData();
  form.set('supplierInvoiceId', supplierInvoiceId);
  form.set('file', new Blob([pdfOf(2_000_000, 'blob')], { type: 'application/pdf' }), 'Räkning “åäö”.pdf');
  const { status, body } = await door.call('POST', paths.attach, { raw: form });
  expect(status, body.message).toBe(200);
  expect(await nameOf(body.id)).toBe('Räkning “åäö”.pdf');
  const hash = sha256(pdfOf(2_000_000, 'blob'));
  expect(sha256(await keptFile(door, hash))).toBe(hash);
});

it('a file whose part names no content type claims none', async () => {
  const { type: _none, ...part } = file();
  const { status, body } = await post([id(), part]);
  expect(status, body.message).toBe(200);
});

it('a field by any other name is kept, as in JSON', async () => {
  const { status, body } = await post([
    id(),
    file(),
    { name: 'toString', content: 'x' },
    { name: 'constructor', content: 'y' },
  ]);
  expect(status, body.message).toBe(200);
  expect(body.message).toContain('unknown field toString was kept');
  expect((await door.pool.query('SELECT extra FROM attachments WHERE id = $1', [body.id])).rows).toEqual([
    { extra: { toString: 'x', constructor: 'y' } },
  ]);
});

it('the limits of names and ids count characters', async () => {
  expect((await post([id(), file({ fileName: `${'😀'.repeat(251)}.pdf` })])).status).toBe(200);
  expectProblem(
    await post([id(), file({ fileName: `${'😀'.repeat(252)}.pdf` })]),
    400,
    'must have at most 255 characters',
  );
  expectProblem(
    await post([{ name: 'supplierInvoiceId', content: 'x'.repeat(256) }, file()]),
    400,
    'supplierInvoiceId must have at most 255 characters',
  );
});

describe('a form is refused', () => {
  it.each([
    ['without the field', () => [file()], 'supplierInvoiceId is required'],
    [
      'with the field empty',
      () => [{ name: 'supplierInvoiceId', content: '  ' }, file()],
      'supplierInvoiceId is required',
    ],
    ['without a file', () => [id()], 'The form has no file.'],
    ['with the file as a mere field', () => [id(), { name: 'file', content: 'text' }], 'The form has no file.'],
    ['with two files', () => [id(), file(), file()], 'more than one file'],
    ['with a file by another name', () => [id(), file({ name: 'document' })], 'Send one part, named file.'],
    ['with a file of no name', () => [id(), file({ fileName: '' })], 'file'],
    ['with U+0000 in a field', () => [id(), file(), { name: 'note', content: 'a\0b' }], 'U+0000'],
    [
      'with a field named __proto__',
      () => [id(), file(), { name: '__proto__', content: 'x' }],
      'The body has a field named __proto__',
    ],
    [
      'with more than fifty fields',
      () => [id(), file(), ...Array.from({ length: 60 }, (_, at) => ({ name: `f${at}`, content: 'x' }))],
      '',
    ],
    ['without any part', () => [], 'The form has no file.'],
  ])('%s', async (_what, parts, message) => {
    const before = await countOf(door, 'attachments');
    const { kept } = await filesOf(door);
    expectProblem(await post(parts()), 400, message);
    expect(await countOf(door, 'attachments')).toBe(before);
    expect(await filesOf(door)).toEqual({ kept, incoming: [] });
  });

  it('with all of its problems at once', async () => {
    expectProblem(
      await post([file({ fileName: 'a.png' })]),
      400,
      'supplierInvoiceId is required; the file is PDF by its bytes, but its name says image/png.',
    );
  });

  const type = (boundary: string) => ({ 'content-type': `multipart/form-data${boundary}` });
  it.each([
    ['without a boundary', (whole: Call) => ({ ...whole, headers: type('') })],
    ['with another boundary than it announces', (whole: Call) => ({ ...whole, headers: type('; boundary=other') })],
    [
      'that ends in the middle of the file',
      (whole: Call) => ({ ...whole, raw: (whole.raw as Buffer).subarray(0, -60) }),
    ],
    ['that lacks its end', (whole: Call) => ({ ...whole, raw: (whole.raw as Buffer).subarray(0, -10) })],
    ['that is no form at all', (whole: Call) => ({ ...whole, raw: '{"a":1}' })],
    ['that is empty', (whole: Call) => ({ ...whole, raw: '' })],
  ])('%s', async (_what, broken) => {
    const before = await countOf(door, 'attachments');
    expectProblem(await door.call('POST', paths.attach, broken(formOf([id(), file()]))), 400);
    expect(await countOf(door, 'attachments')).toBe(before);
    expect((await filesOf(door)).incoming).toEqual([]);
  });
});

it('a form that is refused at its beginning is read to its end, and its connection goes on', async () => {
  const { raw, headers } = formOf([{ name: 'file', fileName: 'a'.repeat(20_000), content: pdfOf(5_000_000) }, id()]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = {
    method: 'POST',
    path: paths.attach,
    headers: { authorization: `Bearer ${door.token}`, ...headers },
    body: raw,
  };
  try {
    for (let again = 0; again < 3; again++)
      expectProblem(await ask(door.url, agent, call), 400, 'The form is not valid multipart/form-data');
  } finally {
    agent.destroy();
  }
});

it('a form sent in pieces of any size is taken', async () => {
  const { raw, headers } = formOf([id(), file()]);
  const pieces = Array.from({ length: Math.ceil(raw.length / 7) }, (_, at) => raw.subarray(at * 7, at * 7 + 7));
  const chunks = pieces.flatMap((piece) => [`${piece.length.toString(16)}\r\n`, piece, '\r\n']);
  const start = head('POST', paths.attach, {
    authorization: `Bearer ${door.token}`,
    ...headers,
    'transfer-encoding': 'chunked',
  });
  expect((await exchange(door.url, start, ...chunks, '0\r\n\r\n')).status).toBe(200);
});

it('a partner that gives up in the middle of a file leaves nothing', async () => {
  const before = await countOf(door, 'attachments');
  const { kept } = await filesOf(door);
  const { raw, headers } = formOf([id(), { name: 'file', fileName: 'a.pdf', content: pdfOf(3_000_000) }]);
  const socket = dial(door.url);
  socket.write(
    head('POST', paths.attach, { authorization: `Bearer ${door.token}`, ...headers, 'content-length': raw.length }),
  );
  socket.write(raw.subarray(0, 1_000_000));
  const incoming = () => readdir(join(door.dataDir, 'files', 'incoming'));
  await expect.poll(incoming).toHaveLength(1);
  socket.destroy();
  await expect.poll(incoming).toEqual([]);
  expect((await filesOf(door)).kept).toEqual(kept);
  expect(await countOf(door, 'attachments')).toBe(before);
});
