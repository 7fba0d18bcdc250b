import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDoor, paths, send, type Door } from '../testing/door.ts';
import { pdfOf, samples, sha256 } from '../testing/files.ts';
import { invoiceOn } from '../testing/operations.ts';
import { api, signedIn, type SignedIn } from '../testing/operator.ts';
import { expectProblem } from '../testing/problem.ts';

let door: Door;
let viewer: SignedIn;
let base: string;
let invoice: string;
beforeAll(async () => {
  door = await openDoor();
  await door.addSupplier('1');
  viewer = await signedIn(door, 'viewer');
  base = `/companies/${door.company}/invoices`;
  invoice = await invoiceOn(door, 'with files');
});
afterAll(() => door.close());

const attach = async (fileName: string, bytes: Buffer) => {
  const { status, body } = await door.post(paths.attach, { supplierInvoiceId: invoice, fileName, content: bytes.toString('base64') });
  expect(status, body.message).toBe(200);
  return body.id as string;
};
const read = (id: string, method = 'GET') => fetch(`${door.url}${api}${base}/${invoice}/files/${id}`, { method, headers: { cookie: viewer.cookie } });

it.each(Object.entries(samples))('the bytes of a %s come back as they were sent, for show and not to run', async (kind, bytes) => {
  const response = await read(await attach(`sample.${kind}`, bytes));
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  expect(response.headers.get('content-type')).toMatch(kind === 'pdf' || kind === 'xml' ? new RegExp(`^application/${kind}`) : /^image\//);
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  expect(response.headers.get('content-disposition')).toBe(`inline; filename="sample.${kind}"; filename*=UTF-8''sample.${kind}`);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/);
  expect(response.headers.get('content-security-policy')).not.toMatch(/script-src|allow-/);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

it('a name of any characters stays within its header', async () => {
  const response = await read(await attach('Faktura "å"\r\nset-cookie: x; (1)\'.pdf', pdfOf(100, 'name')));
  expect(response.headers.get('content-disposition')).toBe(
    `inline; filename="Faktura _____set-cookie: x; (1)'.pdf"; filename*=UTF-8''Faktura%20%22%C3%A5%22%0D%0Aset-cookie%3A%20x%3B%20%281%29%27.pdf`,
  );
  expect(response.headers.get('set-cookie')).toBeNull();
});

it('a large file is streamed whole, and HEAD answers its size alone', async () => {
  const bytes = pdfOf(5 * 1024 * 1024, 'large');
  const id = await attach('large.pdf', bytes);
  expect(sha256(Buffer.from(await (await read(id)).arrayBuffer()))).toBe(sha256(bytes));
  const head = await read(id, 'HEAD');
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
});

it('a file of another invoice, of another company or of none is a 404', async () => {
  const id = await attach('mine.pdf', pdfOf(100, 'mine'));
  const other = await invoiceOn(door, 'without files');
  expectProblem(await viewer.call('GET', `${base}/${other}/files/${id}`), 404);
  expectProblem(await viewer.call('GET', `${base}/${invoice}/files/${invoice}`), 404);
  expectProblem(await viewer.call('GET', `${base}/${invoice}/files/..%2F..%2Fsecret`), 404);
  expectProblem(await send(door.url, 'GET', `${api}${base}/${invoice}/files/${id}`, {}), 401);
  await door.tokenFor({ company: 'Elsewhere' });
  const { rows } = await door.pool.query(`SELECT id FROM companies WHERE name = 'Elsewhere'`);
  const stranger = await signedIn(door, 'approver', rows[0].id);
  expectProblem(await stranger.call('GET', `${base}/${invoice}/files/${id}`), 404);
  expectProblem(await stranger.call('GET', `/companies/${rows[0].id}/invoices/${invoice}/files/${id}`), 404);
});

it('a file whose bytes are gone says so, and does not blame the database', async () => {
  const bytes = pdfOf(100, 'gone');
  const id = await attach('gone.pdf', bytes);
  const hash = sha256(bytes);
  await rm(join(door.dataDir, 'files', door.company, hash.slice(0, 2), hash));
  expectProblem(await viewer.call('GET', `${base}/${invoice}/files/${id}`), 500, 'missing from the folder of files');
});
