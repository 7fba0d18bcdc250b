import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths } from '../../../testing/door.ts';
import { filesOf, keptFile, samples, sha256, trashOf } from '../../../testing/files.ts';
import { formOf } from '../../../testing/form.ts';
import { countOf, invoiceOn } from '../../../testing/operations.ts';
import { expectProblem } from '../../../testing/problem.ts';

let seeds = 0;
const door = await openDoor();
await door.addSupplier('1');
afterAll(() => door.close());

interface File {
  supplierInvoiceId: string;
  fileName?: string;
  bytes: Buffer;
  contentType?: string;
  token?: string;
}

const asJson = ({ supplierInvoiceId, fileName = 'invoice', bytes, contentType, token = door.token }: File) =>
  door.call('POST', paths.attach, {
    token,
    body: { supplierInvoiceId, fileName, content: bytes.toString('base64'), contentType },
  });

const asForm = ({
  supplierInvoiceId,
  fileName = 'invoice',
  bytes,
  contentType = 'application/octet-stream',
  token = door.token,
}: File) =>
  door.call('POST', paths.attach, {
    token,
    ...formOf([
      { name: 'supplierInvoiceId', content: supplierInvoiceId },
      { name: 'file', fileName, type: contentType, content: bytes },
    ]),
  });

const asBytes = ({
  supplierInvoiceId,
  fileName = 'invoice',
  bytes,
  contentType = 'application/octet-stream',
  token = door.token,
}: File) =>
  door.call('PUT', `${paths.invoices}/${supplierInvoiceId}/files/${encodeURIComponent(fileName)}`, {
    token,
    raw: bytes,
    headers: { 'content-type': contentType },
  });

const rowOf = async (id: string) => (await door.pool.query('SELECT * FROM attachments WHERE id = $1', [id])).rows[0];
const fresh = (sample: Buffer) => Buffer.concat([sample, Buffer.from(`\n<!-- ${seeds++} -->`)]);
const invoice = () => invoiceOn(door, `attach ${seeds++}`);

describe.each([
  ['JSON', asJson, 400],
  ['a form', asForm, 400],
  // The path names the invoice.
  ['bytes', asBytes, 404],
])('as %s', (_form, attach, unknown) => {
  it.each([
    ['application/pdf', 'Räkning åäö €.pdf', samples.pdf],
    ['image/png', 'scan.png', samples.png],
    ['image/jpeg', 'photo.jpg', samples.jpeg],
    ['image/tiff', 'scan.tif', samples.tiff],
    ['application/xml', 'peppol.xml', samples.xml],
    ['application/xml', 'bare.xml', Buffer.from('<Invoice/>')],
  ])('a file of %s is kept under its SHA-256 with its bytes', async (contentType, fileName, sample) => {
    const bytes = fresh(sample);
    const supplierInvoiceId = await invoice();
    const { status, body } = await attach({ supplierInvoiceId, fileName, bytes, contentType });
    expect({ status, body }).toEqual({
      status: 200,
      body: { id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/), message: 'File attached.' },
    });
    const row = {
      supplier_invoice_id: supplierInvoiceId,
      file_name: fileName,
      content_type: contentType,
      size: bytes.length,
      position: 1,
      extra: {},
    };
    expect(await rowOf(body.id)).toMatchObject({
      ...row,
      company_id: door.company,
      sha256: Buffer.from(sha256(bytes), 'hex'),
    });
    expect(await keptFile(door, sha256(bytes))).toEqual(bytes);
  });

  it('the same bytes on the same invoice are a 409 that tells the id and what differs', async () => {
    const file = { supplierInvoiceId: await invoice(), fileName: 'first.pdf', bytes: fresh(samples.pdf) };
    const { body } = await attach(file);
    expectProblem(
      await attach(file),
      409,
      `The invoice already has this file: it is attachment ${body.id}; nothing differs from what was sent now.`,
    );
    expectProblem(
      await attach({ ...file, fileName: 'second.pdf' }),
      409,
      `it is attachment ${body.id}; it differs from what was sent now in fileName.`,
    );
    expect(await keptFile(door, sha256(file.bytes))).toEqual(file.bytes);
  });

  it('the same bytes on another invoice are another attachment of one file', async () => {
    const bytes = fresh(samples.pdf);
    const first = await attach({ supplierInvoiceId: await invoice(), bytes });
    const second = await attach({ supplierInvoiceId: await invoice(), bytes });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.id).not.toBe(second.body.id);
    expect((await filesOf(door)).kept.filter((name) => name === sha256(bytes))).toHaveLength(1);
  });

  it('an invoice that does not exist, or is another company’s or another partner’s, is unknown, and nothing is kept', async () => {
    const { token: stranger } = await door.addCompany('Other');
    const another = await door.tokenFor({ partner: 'Another' });
    const { kept } = await filesOf(door);
    const trash = await trashOf(door);
    for (const [supplierInvoiceId, token] of [
      ['none', door.token],
      ['019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88', door.token],
      [await invoice(), stranger],
      [await invoice(), another],
    ] as const) {
      const answer = await attach({ supplierInvoiceId, bytes: fresh(samples.pdf), token });
      expectProblem(
        answer,
        unknown,
        `There is no supplier invoice with the id ${JSON.stringify(supplierInvoiceId)} that this partner has sent. Send the id from the answer to its creation.`,
      );
    }
    expect((await filesOf(door)).kept).toEqual(kept);
    expect(await trashOf(door)).toEqual(trash);
  });

  it('another partner is not told which files an invoice has, or that it is full', async () => {
    const token = await door.tokenFor({ partner: 'Curious' });
    const file = { supplierInvoiceId: await invoice(), bytes: fresh(samples.pdf) };
    expect((await attach(file)).status).toBe(200);
    expectProblem(await attach({ ...file, token }), unknown, 'that this partner has sent');
  });

  it('another partner may attach to it where the company allows that', async () => {
    const token = await door.tokenFor({ partner: 'Archive' });
    await door.pool.query(`UPDATE partners SET attaches_to_all = true WHERE company_id = $1 AND name = 'Archive'`, [
      door.company,
    ]);
    // Valid tokens are cached for half a second.
    const file = { supplierInvoiceId: await invoice(), bytes: fresh(samples.pdf), token };
    await expect.poll(async () => (await attach(file)).status).toBe(200);
    const missing = '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88';
    expectProblem(
      await attach({ ...file, supplierInvoiceId: missing }),
      unknown,
      `There is no supplier invoice with the id "${missing}". Send the id from the answer to its creation.`,
    );
    expectProblem(
      await attach({ ...file, supplierInvoiceId: 'x'.repeat(255) }),
      unknown,
      `with the id "${'x'.repeat(80)}…".`,
    );
    const { token: elsewhere } = await door.addCompany('Other', 'Archive');
    expectProblem(await attach({ ...file, token: elsewhere }), unknown, 'that this partner has sent');
  });

  it.each([
    ['empty', 'x.pdf', undefined, Buffer.alloc(0), 'the file is empty.'],
    [
      'of a kind that is not accepted',
      'x.txt',
      undefined,
      Buffer.from('plain text'),
      'the file is of a kind that is not accepted; send one of PDF, PNG, JPEG, TIFF, XML.',
    ],
    [
      'not what its name claims',
      'x.pdf',
      undefined,
      samples.png,
      'the file is PNG by its bytes, but its name says application/pdf.',
    ],
    [
      'not what its type claims',
      'x',
      'image/png',
      samples.pdf,
      'the file is PDF by its bytes, but its content type says "image/png".',
    ],
  ])('a file that is %s is a 400 and leaves nothing', async (_what, fileName, contentType, bytes, message) => {
    const before = await countOf(door, 'attachments');
    expectProblem(
      await attach({ supplierInvoiceId: await invoice(), fileName, bytes, ...(contentType && { contentType }) }),
      400,
      message,
    );
    expect(await countOf(door, 'attachments')).toBe(before);
    expect((await filesOf(door)).incoming).toEqual([]);
  });

  it('of equal files at once one is attached', async () => {
    const file = { supplierInvoiceId: await invoice(), bytes: fresh(samples.pdf) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => attach(file)));
    const [accepted, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    for (const answer of answers.filter((one) => one !== accepted)) expectProblem(answer, 409, accepted?.body.id);
    expect(await keptFile(door, sha256(file.bytes))).toEqual(file.bytes);
  });

  it('an invoice has fifty files at most, however many come at once, and the refused ones are not kept', async () => {
    const supplierInvoiceId = await invoice();
    const files = Array.from({ length: 60 }, () => fresh(samples.pdf));
    const answers = await Promise.all(files.map((bytes) => attach({ supplierInvoiceId, bytes })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectProblem(answer, 400, 'The invoice already has 50 files, the most that an invoice can have.');
    const { rows } = await door.pool.query(
      'SELECT position FROM attachments WHERE supplier_invoice_id = $1 ORDER BY position',
      [supplierInvoiceId],
    );
    expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
    const late = fresh(samples.pdf);
    expectProblem(await attach({ supplierInvoiceId, bytes: late }), 400, 'The invoice already has 50 files');
    expect((await filesOf(door)).kept).not.toContain(sha256(late));
    expectProblem(
      await attach({ supplierInvoiceId, bytes: files[answers.findIndex(({ status }) => status === 200)] as Buffer }),
      409,
    );
  });

  it('nothing is left in the folder of what comes in', async () => {
    expect((await filesOf(door)).incoming).toEqual([]);
  });
});
