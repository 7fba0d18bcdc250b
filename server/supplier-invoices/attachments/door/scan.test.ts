import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openClamd, threatName, threatText, type ClamdBehaviour } from '../../../testing/clamd.ts';
import { openOwnApp, paths, send } from '../../../testing/door.ts';
import { filesOf, pdfOf, sha256 } from '../../../testing/files.ts';
import { formOf } from '../../../testing/form.ts';
import { countOf, invoiceOn } from '../../../testing/operations.ts';
import { api, signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { dial, head } from '../../../testing/raw.ts';

const clamd = await openClamd();
const door = await openOwnApp('CLAMD_URL is a setting of the process.', { env: { CLAMD_URL: clamd.url } });
await door.addSupplier('1');
const supplierInvoiceId = await invoiceOn(door, 'scanned');
const { cookie } = await signedIn(door, 'approver');
afterAll(async () => {
  await door.close();
  await clamd.close();
});
beforeEach(() => {
  clamd.conduct = 'honest';
});

const fileName = 'a.pdf';
const formWith = (content: Buffer) =>
  formOf([
    { name: 'supplierInvoiceId', content: supplierInvoiceId },
    { name: 'file', fileName, content },
  ]);
const asForm = (content: Buffer) => door.call('POST', paths.attach, formWith(content));
const asJson = (content: Buffer) =>
  door.post(paths.attach, { supplierInvoiceId, fileName, content: content.toString('base64') });
const asBytes = (content: Buffer) =>
  door.call('PUT', `${paths.invoices}/${supplierInvoiceId}/files/${fileName}`, {
    raw: content,
    headers: { 'content-type': 'application/pdf' },
  });
const asDryRun = (content: Buffer) => door.call('POST', `${paths.attach}/check`, formWith(content));
const asOperator = (content: Buffer) => {
  const { raw, headers } = formOf([{ name: 'file', fileName, content }]);
  return send(door.url, 'POST', `${api}/companies/${door.company}/invoices/${supplierInvoiceId}/files`, {
    raw,
    headers: { cookie, 'x-doorway-console': '1', ...headers },
  });
};
const infected = (bytes: number) => pdfOf(bytes, threatText);

describe.each([
  ['as a form', asForm],
  ['in JSON', asJson],
  ['as bytes', asBytes],
  ['as a dry run', asDryRun],
  ['by an operator', asOperator],
])('a file that is sent %s', (how, attach) => {
  it('reaches the scanner whole, and is accepted if it is clean', async () => {
    const bytes = pdfOf(1_500_000, how);
    const { status, body } = await attach(bytes);
    expect(status, body.message).toBe(200);
    expect(sha256(clamd.files.at(-1) as Buffer)).toBe(sha256(bytes));
  });

  it.each<[string, ClamdBehaviour]>([
    ['in the whole file', 'honest'],
    ['before the end', 'early'],
  ])('is a 400 that names a threat found %s, and leaves nothing', async (_when, conduct) => {
    const [before, { kept }] = [await countOf(door, 'attachments'), await filesOf(door)];
    clamd.conduct = conduct;
    const answer = await attach(infected(1_500_000));
    expectProblem(answer, 400, `the virus scanner found "${threatName}" in the file, so it was not stored`);
    expect(answer.headers.get('doorway-error')).toBe('body.invalid');
    expect(await filesOf(door)).toEqual({ kept, incoming: [] });
    expect(await countOf(door, 'attachments')).toBe(before);
  });

  it.each<ClamdBehaviour>(['closes', 'size'])(
    'is a 503 with Retry-After if the scanner fails (%s), and leaves nothing',
    async (conduct) => {
      const [before, { kept }] = [await countOf(door, 'attachments'), await filesOf(door)];
      clamd.conduct = conduct;
      const answer = await attach(pdfOf(1_500_000, `${how} ${conduct}`));
      expectProblem(answer, 503, 'Files cannot be scanned for viruses at the moment');
      expect(answer.headers.get('doorway-error')).toBe('scanner.unavailable');
      expect(answer.headers.get('retry-after')).toBe('30');
      expect(await filesOf(door)).toEqual({ kept, incoming: [] });
      expect(await countOf(door, 'attachments')).toBe(before);
    },
  );
});

it('a request that a broken scanner refused is accepted with the same Idempotency-Key, and repeated later', async () => {
  const { raw, headers } = formWith(pdfOf(300, 'again'));
  const attach = () => door.call('POST', paths.attach, { raw, headers: { ...headers, 'idempotency-key': 'scan' } });
  clamd.conduct = 'closes';
  expect((await attach()).status).toBe(503);
  clamd.conduct = 'honest';
  const first = await attach();
  expect(first.status, first.body.message).toBe(200);
  expect((await attach()).body.id).toBe(first.body.id);
});

it('a partner that gives up in the middle of a file closes the connection to the scanner', async () => {
  const { raw, headers } = formWith(pdfOf(3_000_000));
  const socket = dial(door.url);
  socket.write(
    head('POST', paths.attach, { authorization: `Bearer ${door.token}`, ...headers, 'content-length': raw.length }),
  );
  socket.write(raw.subarray(0, 1_000_000));
  await expect.poll(() => clamd.open).toBe(1);
  socket.destroy();
  await expect.poll(() => clamd.open).toBe(0);
  await expect.poll(async () => (await filesOf(door)).incoming).toEqual([]);
});

it('scans are counted by result, and the log says why one failed', async () => {
  const metrics = await (await fetch(`${door.url}/metrics`)).text();
  for (const result of ['clean', 'infected', 'failed'])
    expect(metrics).toMatch(new RegExp(`doorway_file_scan_seconds_count\\{result="${result}"\\} [1-9]`));
  expect(door.logged.join('')).toContain('INSTREAM size limit exceeded');
});
