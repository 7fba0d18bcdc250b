import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths, send } from '../../../testing/door.ts';
import { filesOf, keptFile, sha256 } from '../../../testing/files.ts';
import { formOf } from '../../../testing/form.ts';
import { countOf, invoiceOn } from '../../../testing/operations.ts';
import { expectProblem } from '../../../testing/problem.ts';

const door = await openDoor();
await door.addSupplier('1');
const supplierInvoiceId = await invoiceOn(door, 'whole');
afterAll(() => door.close());

const asJson = (fileName: string, bytes: Buffer) =>
  door.post(paths.attach, { supplierInvoiceId, fileName, content: bytes.toString('base64') });
const asForm = (fileName: string, bytes: Buffer) =>
  door.call(
    'POST',
    paths.attach,
    formOf([
      { name: 'supplierInvoiceId', content: supplierInvoiceId },
      { name: 'file', fileName, content: bytes },
    ]),
  );

const line =
  '<cac:InvoiceLine><cbc:ID>12</cbc:ID><cbc:Quantity unitCode="C62">3.5</cbc:Quantity><cbc:Note>Räkning &amp; sånt</cbc:Note></cac:InvoiceLine>\n';
const invoiceOf = (bytes: number, end = '</Invoice>') =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Invoice>\n${line.repeat(Math.floor((bytes - 70) / Buffer.byteLength(line)))}${end}`,
  );

describe.each([
  ['JSON', asJson],
  ['a form', asForm],
])('as %s', (how, attach) => {
  it.each([
    ['a PDF of four bytes', 'x.pdf', Buffer.from('%PDF'), 'the file is not a PDF: it ends after 4 bytes.'],
    [
      'a PDF without its end',
      'x.pdf',
      Buffer.from(`%PDF-1.7\n${'x'.repeat(100_000)}`),
      'the file is not a PDF: it has no %%EOF at its end, so it was cut off.',
    ],
    [
      'a PNG of a few bytes',
      'x.png',
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      'the file is not a PNG: it ends after 16 bytes.',
    ],
    [
      'XML that does not parse',
      'x.xml',
      Buffer.from('<Invoice>\n<ID>1</Invoice>'),
      'the file is not well-formed XML: line 2 has </Invoice> where </ID> is expected.',
    ],
    [
      'a long e-invoice without its end',
      'x.xml',
      invoiceOf(300_000, ''),
      'the file is not well-formed XML: it ends before Invoice is closed.',
    ],
  ])('%s is a 400 that says what is wrong, and leaves nothing', async (_what, fileName, bytes, message) => {
    const before = await countOf(door, 'attachments');
    const { kept } = await filesOf(door);
    expectProblem(await attach(fileName, bytes), 400, message);
    expect(await countOf(door, 'attachments')).toBe(before);
    expect(await filesOf(door)).toEqual({ kept, incoming: [] });
  });

  it('an e-invoice of 6 MiB is kept, and the service answers meanwhile', async () => {
    const bytes = invoiceOf(6 * 1024 * 1024, `<!-- ${how} --></Invoice>`);
    let isDone = false;
    const attaching = attach('large.xml', bytes).finally(() => (isDone = true));
    let answered = 0;
    while (!isDone && answered < 4) {
      expect((await send(door.url, 'GET', '/health/live', {})).status).toBe(200);
      if (!isDone) answered += 1;
    }
    const { status, body } = await attaching;
    expect(status, body.message).toBe(200);
    expect(answered).toBe(4);
    expect(sha256(await keptFile(door, sha256(bytes)))).toBe(sha256(bytes));
  });
});
