import { afterAll, expect, it } from 'vitest';
import { openOwnApp, paths, type Answer } from '../../../testing/door.ts';
import { pdfOf, samples } from '../../../testing/files.ts';
import { formOf } from '../../../testing/form.ts';
import { countOf, invoiceOn } from '../../../testing/operations.ts';
import { api, signedIn } from '../../../testing/operator.ts';
import { openS3, type S3 } from '../../../testing/s3.ts';

let s3: S3 = await openS3();
const door = await openOwnApp('It takes the store of files away.', { env: s3.env });
await door.addSupplier('1');
const supplierInvoiceId = await invoiceOn(door, 'one');
const viewer = await signedIn(door, 'viewer');
afterAll(async () => {
  await door.close();
  await s3.close({ keeps: false });
});

const large = pdfOf(6 * 1024 * 1024, 'large');
const asJson = (content: Buffer) =>
  door.post(paths.attach, { supplierInvoiceId, fileName: 'a.pdf', content: content.toString('base64') });
const asForm = (content: Buffer) =>
  door.call('POST', paths.attach, {
    ...formOf([
      { name: 'supplierInvoiceId', content: supplierInvoiceId },
      { name: 'file', fileName: 'b.pdf', type: 'application/pdf', content },
    ]),
  });
const readAtDesk = (id: string) =>
  fetch(`${door.url}${api}/companies/${door.company}/invoices/${supplierInvoiceId}/files/${id}`, {
    headers: { cookie: viewer.cookie },
  });

function expectAway({ status, headers }: Pick<Answer, 'status' | 'headers'>): void {
  expect(status).toBe(503);
  expect(headers.get('doorway-error')).toBe('files.unavailable');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

it('a store that is away is a 503 that says when to come again, and all goes on once it is back', async () => {
  const { body } = await asForm(large);
  const bytes = Buffer.from(await (await readAtDesk(body.id)).arrayBuffer());
  expect(bytes.equals(large)).toBe(true);

  const before = await countOf(door, 'attachments');
  const { port, folder } = s3;
  await s3.close({ keeps: true });
  for (const answer of [await asJson(samples.pdf), await asForm(samples.pdf), await asForm(pdfOf(large.length, 'x'))]) {
    expectAway(answer);
    expect(answer.body.message).toBe(
      'The store of files does not answer at the moment. Send the same request again later; nothing is created twice.',
    );
  }
  expectAway(await readAtDesk(body.id));
  expectAway(await door.call('GET', '/health/ready'));
  expect(door.logged.join()).toContain('ECONNREFUSED');
  expect(await countOf(door, 'attachments')).toBe(before);

  s3 = await openS3({ port, folder });
  expect((await asJson(samples.pdf)).status).toBe(200);
  expect((await readAtDesk(body.id)).status).toBe(200);
  await expect.poll(async () => (await door.call('GET', '/health/ready')).status).toBe(200);
});
