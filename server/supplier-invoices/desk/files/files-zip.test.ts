import { once } from 'node:events';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openDoor, paths, send } from '../../../testing/door.ts';
import { openFilesOf, pdfOf, samples, sha256 } from '../../../testing/files.ts';
import { formOf } from '../../../testing/form.ts';
import { invoiceOn } from '../../../testing/operations.ts';
import { api, signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { dial, head } from '../../../testing/raw.ts';
import { readZip } from '../../../testing/zip.ts';

const door = await openDoor();
await door.addSupplier('1');
const viewer = await signedIn(door, 'viewer');
const base = `/companies/${door.company}/invoices`;
afterAll(() => door.close());

async function invoiceWith(reference: string, ...files: [name: string, bytes: Buffer][]): Promise<string> {
  const invoice = await invoiceOn(door, reference);
  for (const [fileName, bytes] of files) {
    // A form takes less time, and JSON takes any name.
    const sent =
      bytes.length > 1_000_000
        ? formOf([
            { name: 'supplierInvoiceId', content: invoice },
            { name: 'file', fileName, content: bytes },
          ])
        : { body: { supplierInvoiceId: invoice, fileName, content: bytes.toString('base64') } };
    const { status, body } = await door.call('POST', paths.attach, sent);
    expect(status, body.message).toBe(200);
  }
  return invoice;
}
const read = (invoice: string, method = 'GET') =>
  fetch(`${door.url}${api}${base}/${invoice}/files.zip`, { method, headers: { cookie: viewer.cookie } });
const pathOf = (bytes: Buffer) => join(door.dataDir, 'files', door.company, sha256(bytes).slice(0, 2), sha256(bytes));

it('all files of an invoice come in one zip, as they were sent and in their order, for keeping and not to run', async () => {
  const given = Object.entries(samples).map(([kind, bytes]): [string, Buffer] => [`sample.${kind}`, bytes]);
  const response = await read(await invoiceWith('all kinds', ...given));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]+\.zip"; filename\*=UTF-8''/);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const zip = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(zip.length));
  expect(readZip(zip)).toEqual(given.map(([name, bytes]) => ({ name, bytes })));
});

it('the zip is called after the invoice', async () => {
  const invoice = await invoiceWith('named', ['a.pdf', pdfOf(100, 'named')]);
  await door.pool.query(
    `UPDATE supplier_invoices SET document = document::jsonb || '{"supplierInvoiceNumber": "F/20871 å"}' WHERE company_id = $1 AND id = $2`,
    [door.company, invoice],
  );
  expect((await read(invoice)).headers.get('content-disposition')).toBe(
    `attachment; filename="F_20871 _.zip"; filename*=UTF-8''F_20871%20%C3%A5.zip`,
  );
});

it('files of the same name each keep a name of their own, and none is a path', async () => {
  const invoice = await invoiceWith(
    'same names',
    ['Följesedel.pdf', pdfOf(100, 'one')],
    ['följesedel.PDF', pdfOf(100, 'two')],
    ['../../Följesedel.pdf', pdfOf(100, 'three')],
    ['line\r\nbreak.pdf', pdfOf(100, 'four')],
  );
  const zip = readZip(Buffer.from(await (await read(invoice)).arrayBuffer()));
  expect(zip.map(({ name }) => name)).toEqual([
    'Följesedel.pdf',
    'följesedel (2).PDF',
    '_.._Följesedel.pdf',
    'line__break.pdf',
  ]);
  expect(zip.map(({ bytes }) => sha256(bytes))).toEqual(
    ['one', 'two', 'three', 'four'].map((seed) => sha256(pdfOf(100, seed))),
  );
});

it('large files are streamed whole, and HEAD answers the size alone', async () => {
  const files = ['first', 'second'].map((seed) => pdfOf(3 * 1024 * 1024, seed));
  const invoice = await invoiceWith('large', ...files.map((bytes, at): [string, Buffer] => [`${at}.pdf`, bytes]));
  const zip = Buffer.from(await (await read(invoice)).arrayBuffer());
  expect(readZip(zip).map(({ bytes }) => sha256(bytes))).toEqual(files.map(sha256));
  const answer = await read(invoice, 'HEAD');
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(zip.length)]);
});

it('an invoice without files, of another company or of none is a 404', async () => {
  const invoice = await invoiceWith('mine', ['mine.pdf', pdfOf(100, 'mine')]);
  expectProblem(await viewer.call('GET', `${base}/${await invoiceOn(door, 'no files')}/files.zip`), 404);
  expectProblem(await viewer.call('GET', `${base}/${door.company}/files.zip`), 404);
  expectProblem(await viewer.call('GET', `${base}/none/files.zip`), 404);
  expectProblem(await send(door.url, 'GET', `${api}${base}/${invoice}/files.zip`, {}), 401);
  const elsewhere = await door.addCompany('Elsewhere');
  const stranger = await signedIn(door, 'approver', elsewhere.id);
  expectProblem(await stranger.call('GET', `${base}/${invoice}/files.zip`), 404);
  expectProblem(await stranger.call('GET', `/companies/${elsewhere.id}/invoices/${invoice}/files.zip`), 404);
});

it('a file that is missing or of another size is reported before the first byte', async () => {
  const [whole, gone, shorter] = ['whole', 'gone', 'shorter'].map((seed) => pdfOf(1_000, seed)) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const withGone = await invoiceWith('with gone', ['whole.pdf', whole], ['gone.pdf', gone]);
  await rm(pathOf(gone));
  expectProblem(await viewer.call('GET', `${base}/${withGone}/files.zip`), 500, 'This file is missing on the server');
  const withShorter = await invoiceWith('with shorter', ['whole.pdf', whole], ['shorter.pdf', shorter]);
  await truncate(pathOf(shorter), 999);
  const answer = await viewer.call('GET', `${base}/${withShorter}/files.zip`);
  expectProblem(answer, 500, 'This file is damaged on the server');
  expect(answer.headers.get('content-disposition')).toBeNull();
});

it.each([
  ['small', 1_000],
  ['large', 3 * 1024 * 1024],
])('a damaged file (%s) ends the zip early, and is logged and counted', async (what, size) => {
  const [whole, damaged] = [pdfOf(1_000, `whole beside ${what}`), pdfOf(size, `damaged and ${what}`)];
  const invoice = await invoiceWith(`damaged ${what}`, ['whole.pdf', whole], ['damaged.pdf', damaged]);
  await writeFile(pathOf(damaged), Buffer.concat([damaged.subarray(0, -1), Buffer.from('x')]));
  const response = await read(invoice);
  expect(response.status).toBe(200);
  let sent = 0;
  await expect(async () => {
    for await (const piece of response.body as ReadableStream<Uint8Array>) sent += piece.length;
  }).rejects.toThrow();
  expect(sent).toBeLessThan(Number(response.headers.get('content-length')));
  expect(
    door.logged
      .map((line) => JSON.parse(line))
      .filter((line) => line.msg === 'a file is damaged in the folder of files' && line.invoice === invoice),
  ).toMatchObject([{ level: 'error', company: door.company }]);
});

it.runIf(process.platform === 'linux')(
  'no file stays open after a zip, a HEAD, or a reader that gives up',
  async () => {
    const invoice = await invoiceWith(
      'closed',
      ['large.pdf', pdfOf(5 * 1024 * 1024, 'closed')],
      ['larger.pdf', pdfOf(6 * 1024 * 1024, 'closed')],
    );
    await (await read(invoice)).arrayBuffer();
    await read(invoice, 'HEAD');
    for (let times = 0; times < 2; times++) {
      const socket = dial(door.url);
      socket.write(head('GET', `${api}${base}/${invoice}/files.zip`, { cookie: viewer.cookie }));
      await once(socket, 'data');
      socket.destroy();
    }
    await expect.poll(() => openFilesOf(door)).toEqual([]);
  },
);
