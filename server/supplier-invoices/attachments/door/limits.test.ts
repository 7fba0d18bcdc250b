import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, openOwnApp, paths } from '../../../testing/door.ts';
import { filesOf, keptFile, pdfOf, sha256 } from '../../../testing/files.ts';
import { formOf } from '../../../testing/form.ts';
import { invoiceOn } from '../../../testing/operations.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { exchange, head } from '../../../testing/raw.ts';

const mebibyte = 1024 * 1024;

const door = await openDoor();

/** The limits are settings, so small ones prove the same; server/config.test.ts holds the defaults, 25 and 35 MiB. */
const small = await openOwnApp('The limits of files are settings of the process.', {
  env: { FILE_LIMIT_BYTES: String(mebibyte), ATTACH_BODY_LIMIT_BYTES: String(1.5 * mebibyte) },
});
await small.addSupplier('1');
const invoiceOfSmall = await invoiceOn(small, 'limits');
afterAll(() => Promise.all([door.close(), small.close()]));

const form = (bytes: Buffer) =>
  formOf([
    { name: 'file', fileName: 'a.pdf', type: 'application/pdf', content: bytes },
    { name: 'supplierInvoiceId', content: invoiceOfSmall },
  ]);
const fieldsOf = (bytes: Buffer) => ({
  supplierInvoiceId: invoiceOfSmall,
  fileName: 'a.pdf',
  content: bytes.toString('base64'),
});

describe.each([
  ['JSON', (bytes: Buffer) => small.post(paths.attach, fieldsOf(bytes))],
  ['a form', (bytes: Buffer) => small.call('POST', paths.attach, form(bytes))],
])('as %s', (name, attach) => {
  it('a file of the largest size is kept whole', async () => {
    const bytes = pdfOf(mebibyte, name);
    const { status, body } = await attach(bytes);
    expect(status, body.message).toBe(200);
    expect(sha256(await keptFile(small, sha256(bytes)))).toBe(sha256(bytes));
  });

  it('a file of one byte more is a 400, not cut short, and leaves nothing', async () => {
    const { kept } = await filesOf(small);
    expectProblem(await attach(pdfOf(mebibyte + 1, name)), 400, 'the file is larger than 1 MiB.');
    expect(await filesOf(small)).toEqual({ kept, incoming: [] });
  });

  it('a larger request is a 413', async () => {
    expectProblem(
      await attach(pdfOf(1.5 * mebibyte, name)),
      413,
      'The request is larger than the 1.5 MiB that this operation accepts.',
    );
  });
});

it('a request of exactly the largest size of JSON is read', async () => {
  const content = pdfOf(1_000, 'padded');
  const padded = (length: number) => ({ ...fieldsOf(content), pad: 'x'.repeat(length) });
  const bare = Buffer.byteLength(JSON.stringify(padded(0)));
  const { status, body } = await small.post(paths.attach, padded(1.5 * mebibyte - bare));
  expect(status, body.message).toBe(200);
  expectProblem(await small.post(paths.attach, padded(1.5 * mebibyte - bare + 1)), 413);
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

it('a form of unknown length is held to the same limits', async () => {
  const send = (bytes: number) => {
    const { raw, headers } = form(pdfOf(bytes, 'chunked'));
    const start = head('POST', paths.attach, {
      authorization: `Bearer ${small.token}`,
      ...headers,
      'transfer-encoding': 'chunked',
    });
    return exchange(small.url, start, `${raw.length.toString(16)}\r\n`, raw, '\r\n0\r\n\r\n');
  };
  expect((await send(mebibyte)).status).toBe(200);
  expectProblem(await send(mebibyte + 1), 400, 'the file is larger than 1 MiB.');
  expectProblem(await send(1.5 * mebibyte), 413, 'The request is larger than the 1.5 MiB that this operation accepts.');
  expect((await filesOf(small)).incoming).toEqual([]);
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
