import { once } from 'node:events';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths, send } from '../../../testing/door.ts';
import { openFilesOf, pdfOf, samples, sha256 } from '../../../testing/files.ts';
import { invoiceOn } from '../../../testing/operations.ts';
import { api, signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { dial, head } from '../../../testing/raw.ts';

const door = await openDoor();
await door.addSupplier('1');
const viewer = await signedIn(door, 'viewer');
const base = `/companies/${door.company}/invoices`;
const invoice = await invoiceOn(door, 'with files');
afterAll(() => door.close());

/** Read in many pieces. */
const large = 1024 * 1024;

const attach = async (fileName: string, bytes: Buffer) => {
  const { status, body } = await door.post(paths.attach, {
    supplierInvoiceId: invoice,
    fileName,
    content: bytes.toString('base64'),
  });
  expect(status, body.message).toBe(200);
  return body.id as string;
};
const read = (id: string, method = 'GET') =>
  fetch(`${door.url}${api}${base}/${invoice}/files/${id}`, { method, headers: { cookie: viewer.cookie } });

it.each(Object.entries(samples))(
  'the bytes of a %s come back as they were sent, for show and not to run',
  async (kind, bytes) => {
    const response = await read(await attach(`sample.${kind}`, bytes));
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(response.headers.get('content-type')).toMatch(
      kind === 'pdf' || kind === 'xml' ? new RegExp(`^application/${kind}`) : /^image\//,
    );
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="sample.${kind}"; filename*=UTF-8''sample.${kind}`,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/);
    expect(response.headers.get('content-security-policy')).not.toMatch(/script-src|allow-/);
    expect(response.headers.get('cache-control')).toBe('no-store');
  },
);

it('a name of any characters stays within its header', async () => {
  const response = await read(await attach('Faktura "å"\r\nset-cookie: x; (1)\'.pdf', pdfOf(100, 'name')));
  expect(response.headers.get('content-disposition')).toBe(
    `inline; filename="Faktura _____set-cookie: x; (1)'.pdf"; filename*=UTF-8''Faktura%20%22%C3%A5%22%0D%0Aset-cookie%3A%20x%3B%20%281%29%27.pdf`,
  );
  expect(response.headers.get('set-cookie')).toBeNull();
});

it('a large file is streamed whole, and HEAD answers its size alone', async () => {
  const bytes = pdfOf(large, 'large');
  const id = await attach('large.pdf', bytes);
  expect(sha256(Buffer.from(await (await read(id)).arrayBuffer()))).toBe(sha256(bytes));
  const answer = await read(id, 'HEAD');
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
});

it('a file of another invoice, of another company or of none is a 404', async () => {
  const id = await attach('mine.pdf', pdfOf(100, 'mine'));
  const other = await invoiceOn(door, 'without files');
  expectProblem(await viewer.call('GET', `${base}/${other}/files/${id}`), 404);
  expectProblem(await viewer.call('GET', `${base}/${invoice}/files/${invoice}`), 404);
  expectProblem(await viewer.call('GET', `${base}/${invoice}/files/..%2F..%2Fsecret`), 404);
  expectProblem(await send(door.url, 'GET', `${api}${base}/${invoice}/files/${id}`, {}), 401);
  const elsewhere = await door.addCompany('Elsewhere');
  const stranger = await signedIn(door, 'approver', elsewhere.id);
  expectProblem(await stranger.call('GET', `${base}/${invoice}/files/${id}`), 404);
  expectProblem(await stranger.call('GET', `/companies/${elsewhere.id}/invoices/${invoice}/files/${id}`), 404);
});

it('a file whose bytes are gone says so, and does not blame the database', async () => {
  const bytes = pdfOf(100, 'gone');
  const id = await attach('gone.pdf', bytes);
  const hash = sha256(bytes);
  await rm(join(door.dataDir, 'files', door.company, hash.slice(0, 2), hash));
  expectProblem(await viewer.call('GET', `${base}/${invoice}/files/${id}`), 500, 'This file is missing on the server');
});

describe('a file whose bytes have changed since', () => {
  const pathOf = (bytes: Buffer) => join(door.dataDir, 'files', door.company, sha256(bytes).slice(0, 2), sha256(bytes));
  const counted = async () =>
    Number(/^doorway_files_damaged_total (\d+)$/m.exec(await (await fetch(`${door.url}/metrics`)).text())?.[1]);
  const told = 'This file is damaged on the server. Ask the people who run the service to restore it from a backup.';
  const lines = (file: string) =>
    door.logged
      .map((line) => JSON.parse(line))
      .filter((line) => line.msg === 'a file is damaged in the folder of files' && line.file === file);

  it.each([
    ['shorter', (bytes: Buffer) => truncate(pathOf(bytes), bytes.length - 1)],
    ['longer', (bytes: Buffer) => writeFile(pathOf(bytes), ' ', { flag: 'a' })],
    ['other', (bytes: Buffer) => writeFile(pathOf(bytes), Buffer.concat([bytes.subarray(0, -1), Buffer.from('x')]))],
  ])('is reported before the first byte if it is small and %s', async (what, change) => {
    const bytes = pdfOf(1_000, `small and ${what}`);
    const id = await attach('small.pdf', bytes);
    const before = await counted();
    await change(bytes);
    const answer = await viewer.call('GET', `${base}/${invoice}/files/${id}`);
    expectProblem(answer, 500, told);
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(await counted()).toBe(before + 1);
    expect(lines(id)).toMatchObject([
      { level: 'error', company: door.company, invoice, file: id, traceId: answer.body.traceId },
    ]);
  });

  it('is reported before the first byte if it is large and of another size', async () => {
    const bytes = pdfOf(large, 'large and shorter');
    const id = await attach('large.pdf', bytes);
    await truncate(pathOf(bytes), large - 100_000);
    expectProblem(await viewer.call('GET', `${base}/${invoice}/files/${id}`), 500, told);
  });

  it.each([
    ['in its first piece', 100],
    ['in its last byte', large - 1],
  ])('breaks off, where it is large and differs %s', async (what, at) => {
    const bytes = pdfOf(large, `large and other ${what}`);
    const id = await attach('large.pdf', bytes);
    const before = await counted();
    const changed = Buffer.from(bytes);
    changed[at] = 0x21;
    await writeFile(pathOf(bytes), changed);
    const response = await read(id);
    expect([response.status, response.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    let size = 0;
    await expect(async () => {
      for await (const piece of response.body as ReadableStream<Uint8Array>) size += piece.length;
    }).rejects.toThrow();
    expect(size).toBeLessThan(bytes.length);
    expect(await counted()).toBe(before + 1);
    expect(lines(id)).toMatchObject([{ level: 'error', company: door.company, invoice, file: id }]);
  });
});

it.runIf(process.platform === 'linux')(
  'no file stays open after an answer, a HEAD, or a reader that gives up',
  async () => {
    const bytes = pdfOf(5 * 1024 * 1024, 'closed');
    const id = await attach('large.pdf', bytes);
    await (await read(id)).arrayBuffer();
    await read(id, 'HEAD');
    for (let times = 0; times < 3; times++) {
      const socket = dial(door.url);
      socket.write(head('GET', `${api}${base}/${invoice}/files/${id}`, { cookie: viewer.cookie }));
      await once(socket, 'data');
      socket.destroy();
    }
    await expect.poll(() => openFilesOf(door)).toEqual([]);
  },
);
