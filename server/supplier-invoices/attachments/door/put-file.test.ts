import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../../testing/door.ts';
import { filesOf, pdfOf, samples } from '../../../testing/files.ts';
import { invoiceOn } from '../../../testing/operations.ts';
import { expectProblem } from '../../../testing/problem.ts';

const door = await openDoor();
await door.addSupplier('1');
afterAll(() => door.close());

let seeds = 0;
const fresh = () => pdfOf(1_000 + seeds++);
const put = async (
  invoice: string,
  name: string,
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(`${door.url}${paths.invoices}/${invoice}/files/${name}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${door.token}`, ...headers },
    body,
    // For a body that is streamed.
    duplex: 'half',
  } as RequestInit);
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
};
const bytesOf = (file: Buffer) => Uint8Array.from(file);
const namesOf = async (invoice: string) =>
  (
    await door.pool.query<{ file_name: string }>(
      'SELECT file_name FROM attachments WHERE supplier_invoice_id = $1 ORDER BY position',
      [invoice],
    )
  ).rows.map(({ file_name }) => file_name);

it('a file may have no type; the same bytes again are a 409, and others under its name are a second file', async () => {
  const invoice = await invoiceOn(door, 'put twice');
  const file = bytesOf(fresh());
  const { status, body } = await put(invoice, 'a.pdf', file);
  expect({ status, body }).toEqual({ status: 200, body: { id: expect.any(String), message: 'File attached.' } });
  const again = await put(invoice, 'a.pdf', file);
  expect([again.status, again.headers.get('doorway-existing-id')]).toEqual([409, body.id]);
  expect((await put(invoice, 'a.pdf', bytesOf(fresh()))).status).toBe(200);
  expect(await namesOf(invoice)).toEqual(['a.pdf', 'a.pdf']);
});

it('an Idempotency-Key repeats the answer for the same file, and is a 409 for another', async () => {
  const invoice = await invoiceOn(door, 'put with a key');
  const [file, key] = [bytesOf(fresh()), { 'idempotency-key': 'put-1' }];
  const first = await put(invoice, 'a.pdf', file, key);
  const second = await put(invoice, 'a.pdf', file, key);
  expect([second.status, second.body, second.headers.get('idempotency-replayed')]).toEqual([200, first.body, 'true']);
  expect((await put(invoice, 'b.pdf', file, key)).status).toBe(409);
  expect(await namesOf(invoice)).toEqual(['a.pdf']);
});

it.each([
  ['R%C3%A4kning%20100%25%3F.pdf', 'Räkning 100%?.pdf'],
  ['C%3A%5Cscans%2Fb.pdf', 'b.pdf'],
  ['check', 'check'],
])('the name in the path %s is %s', async (name, stored) => {
  const invoice = await invoiceOn(door, `put ${name}`);
  expect((await put(invoice, name, bytesOf(fresh()))).status).toBe(200);
  expect(await namesOf(invoice)).toEqual([stored]);
});

it.each([
  ['x'.repeat(256), 'the file name must have at most 255 characters'],
  ['a%2F', 'name is required'],
])('the name %s is a 400', async (name, message) => {
  const invoice = await invoiceOn(door, 'put misnamed');
  const answer = await put(invoice, name, bytesOf(fresh()));
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
});

it('JSON, a form and a type with a character set are bytes like any other', async () => {
  const invoice = await invoiceOn(door, 'put as anything');
  const json = await put(invoice, 'a', '{"content": ""}', { 'content-type': 'application/json' });
  expect([json.status, json.body.message]).toEqual([400, expect.stringContaining('of a kind that is not accepted')]);
  const xml = await put(invoice, 'a.xml', bytesOf(samples.xml), { 'content-type': 'text/xml; charset=iso-8859-1' });
  expect(xml.status).toBe(200);
});

it('a body without an announced size is cut off at the limit, and nothing is left', async () => {
  const invoice = await invoiceOn(door, 'put endlessly');
  const piece = new Uint8Array(1024 * 1024).fill(32);
  const streamOf = (pieces: number) =>
    new ReadableStream({
      pull(controller) {
        if (pieces-- > 0) controller.enqueue(piece);
        else controller.close();
      },
    });
  const large = await put(invoice, 'a.pdf', streamOf(27));
  expect([large.status, large.body.message]).toEqual([400, expect.stringContaining('larger than')]);
  expect((await filesOf(door)).incoming).toEqual([]);
  expectProblem(
    await door.call('PUT', `${paths.invoices}/${invoice}/files/a.pdf`, { headers: { 'content-length': '0' } }),
    400,
    'the file is empty.',
  );
});
