import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, openOwnApp, paths } from '../../testing/door.ts';
import { effortOf } from '../../testing/effort.ts';
import { filesOf, keptFile, pdfOf, sha256 } from '../../testing/files.ts';
import { formOf } from '../../testing/form.ts';
import { invoiceOn } from '../../testing/operations.ts';
import { expectProblem } from '../../testing/problem.ts';
import { exchange, head } from '../../testing/raw.ts';

const mebibyte = 1024 * 1024;

const door = await openDoor();
await door.addSupplier('1');
const supplierInvoiceId = await invoiceOn(door, 'limits');

/** The same limits, each a tenth: what happens at a limit does not depend on its size. */
const tenth = await openOwnApp('The limits of files are settings of the process.', {
  env: { FILE_LIMIT_BYTES: String(2.5 * mebibyte), ATTACH_BODY_LIMIT_BYTES: String(3.5 * mebibyte) },
});
await tenth.addSupplier('1');
const invoiceOfTenth = await invoiceOn(tenth, 'limits');
afterAll(() => Promise.all([door.close(), tenth.close()]));

const form = (bytes: Buffer, on = supplierInvoiceId) =>
  formOf([
    { name: 'file', fileName: 'a.pdf', type: 'application/pdf', content: bytes },
    { name: 'supplierInvoiceId', content: on },
  ]);
const fieldsOf = (bytes: Buffer, on: string) => ({
  supplierInvoiceId: on,
  fileName: 'a.pdf',
  content: bytes.toString('base64'),
});

describe.each([
  ['JSON', (bytes: Buffer) => tenth.post(paths.attach, fieldsOf(bytes, invoiceOfTenth))],
  ['a form', (bytes: Buffer) => tenth.call('POST', paths.attach, form(bytes, invoiceOfTenth))],
])('as %s', (name, attach) => {
  it('a file of the largest size is kept whole', async () => {
    const bytes = pdfOf(2.5 * mebibyte, name);
    const { status, body } = await attach(bytes);
    expect(status, body.message).toBe(200);
    expect(sha256(await keptFile(tenth, sha256(bytes)))).toBe(sha256(bytes));
  });

  it('a file of one byte more is a 400, not cut short, and leaves nothing', async () => {
    const { kept } = await filesOf(tenth);
    expectProblem(await attach(pdfOf(2.5 * mebibyte + 1, name)), 400, 'the file is larger than 2.5 MiB.');
    expect(await filesOf(tenth)).toEqual({ kept, incoming: [] });
  });

  it('a larger request is a 413', async () => {
    expectProblem(
      await attach(pdfOf(3.5 * mebibyte, name)),
      413,
      'The request is larger than the 3.5 MiB that this operation accepts.',
    );
  });
});

it('a request of exactly the largest size of JSON is read', async () => {
  const content = pdfOf(1_000, 'padded');
  const padded = (length: number) => ({ ...fieldsOf(content, invoiceOfTenth), pad: 'x'.repeat(length) });
  const bare = Buffer.byteLength(JSON.stringify(padded(0)));
  const { status, body } = await tenth.post(paths.attach, padded(3.5 * mebibyte - bare));
  expect(status, body.message).toBe(200);
  expectProblem(await tenth.post(paths.attach, padded(3.5 * mebibyte - bare + 1)), 413);
});

it('a file of 25 MiB is kept whole, and one byte more is a 400', async () => {
  const bytes = pdfOf(25 * mebibyte, 'largest');
  const { status, body } = await door.call('POST', paths.attach, form(bytes));
  expect(status, body.message).toBe(200);
  expect(sha256(await keptFile(door, sha256(bytes)))).toBe(sha256(bytes));
  const more = await door.call('POST', paths.attach, form(Buffer.concat([bytes, Buffer.from('\n')])));
  expectProblem(more, 400, 'the file is larger than 25 MiB.');
});

it('a request of more than 35 MiB is a 413', async () => {
  const announced = head('POST', paths.attach, {
    authorization: `Bearer ${door.token}`,
    'content-type': 'application/json',
    'content-length': 35 * mebibyte + 1,
  });
  expectProblem(
    await exchange(door.url, announced),
    413,
    'The request is larger than the 35 MiB that this operation accepts.',
  );
});

it('a file of 25 MiB as JSON with a field more takes hardly longer than without', async () => {
  const effort = (bytes: Buffer, more: object) =>
    effortOf(async () => {
      const { status } = await door.post(paths.attach, { ...fieldsOf(bytes, supplierInvoiceId), ...more });
      expect(status).toBe(200);
    });
  const without = await effort(pdfOf(25 * mebibyte, 'without'), {});
  expect(await effort(pdfOf(25 * mebibyte, 'with'), { pages: 1234567890123.25 })).toBeLessThan(2 * without + 1_500);
});

it('a form of unknown length is held to the same limits', async () => {
  const small = await openOwnApp('The limits of files are settings of the process.', {
    env: { FILE_LIMIT_BYTES: '1024', ATTACH_BODY_LIMIT_BYTES: '4096' },
  });
  try {
    await small.addSupplier('1');
    const invoice = await invoiceOn(small, 'small');
    const send = (bytes: number) => {
      const { raw, headers } = form(pdfOf(bytes), invoice);
      const start = head('POST', paths.attach, {
        authorization: `Bearer ${small.token}`,
        ...headers,
        'transfer-encoding': 'chunked',
      });
      return exchange(small.url, start, `${raw.length.toString(16)}\r\n`, raw, '\r\n0\r\n\r\n');
    };
    expect((await send(1_024)).status).toBe(200);
    expectProblem(await send(1_025), 400, 'the file is larger than 1 KiB.');
    expectProblem(await send(200_000), 413, 'The request is larger than the 4 KiB that this operation accepts.');
    expect((await filesOf(small)).incoming).toEqual([]);
  } finally {
    await small.close();
  }
});

it('a request of the other operations has 2 MiB at most', async () => {
  for (const path of [paths.suppliers, paths.invoices, paths.workOrders]) {
    const body = (bytes: number) => ({
      raw: `{"x":"${'x'.repeat(bytes - 8)}"}`,
      headers: { 'content-type': 'application/json' },
    });
    expectProblem(await door.call('POST', path, body(2 * mebibyte)), 400, 'is required');
    expectProblem(
      await door.call('POST', path, body(2 * mebibyte + 1)),
      413,
      'The request is larger than the 2 MiB that this operation accepts.',
    );
  }
});

it('a request that comes in pieces is held to 2 MiB as well', async () => {
  const piece = `10000\r\n${' '.repeat(65_536)}\r\n`;
  const start = head('POST', paths.invoices, {
    authorization: `Bearer ${door.token}`,
    'content-type': 'application/json',
    'transfer-encoding': 'chunked',
  });
  expectProblem(await exchange(door.url, start, ...Array.from({ length: 33 }, () => piece), '0\r\n\r\n'), 413);
});
