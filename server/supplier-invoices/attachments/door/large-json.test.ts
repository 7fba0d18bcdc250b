import { afterAll, beforeEach, expect, it } from 'vitest';
import { openDoor, openOwnApp, paths } from '../../../testing/door.ts';
import { filesOf, keptFile, pdfOf, sha256 } from '../../../testing/files.ts';
import { invoiceOn, postText } from '../../../testing/operations.ts';
import { signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { exchange, head } from '../../../testing/raw.ts';

/** In base64 it is longer than the 1 MiB from which on the file is taken out of its body. */
const size = 800_000;

let supplierInvoiceId: string;
let seeds = 0;
const door = await openDoor();
await door.addSupplier('1');
afterAll(() => door.close());
beforeEach(async () => {
  supplierInvoiceId = await invoiceOn(door, `large ${seeds++}`);
});

const fresh = () =>
  Buffer.concat([
    pdfOf(1_000, `large ${seeds++}`),
    Buffer.alloc(size, Buffer.from([0xff, 0xfe, 0xfb, 0x3f, 0x00])),
    pdfOf(99),
  ]);
const bodyOf = (content: string, more = '') =>
  `{"supplierInvoiceId":"${supplierInvoiceId}","fileName":"a.pdf","content":${content}${more}}`;
const attach = (body: string | Uint8Array) => postText(door, paths.attach, body);
const quoted = (bytes: Buffer) => `"${bytes.toString('base64')}"`;

it.each([
  ['as it is', (text: string) => text],
  ['in lines', (text: string) => text.replace(/.{76}/g, '$&\\r\\n')],
  ['with every slash escaped', (text: string) => text.replaceAll('/', '\\/')],
  ['with letters as numbers', (text: string) => text.replaceAll('A', '\\u0041')],
  ['in the letters for addresses', (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')],
  ['without padding', (text: string) => text.replace(/=+$/, '')],
])('a large file in base64, written %s, is kept byte for byte', async (_how, write) => {
  const bytes = fresh();
  const { status, body } = await attach(bodyOf(`"${write(bytes.toString('base64'))}"`));
  expect(status, body.message).toBe(200);
  expect(sha256(await keptFile(door, sha256(bytes)))).toBe(sha256(bytes));
});

it('the same file twice in a body is refused, and neither is kept', async () => {
  const [first, last] = [fresh(), fresh()];
  const { kept } = await filesOf(door);
  expectProblem(await attach(bodyOf(quoted(first), `,"content":${quoted(last)}`)), 400, 'content occurs twice.');
  expectProblem(
    await attach(bodyOf(quoted(first), ',"content":12')),
    400,
    'content must be a string; content occurs twice.',
  );
  expect((await filesOf(door)).kept).toEqual(kept);
});

it('fields beside a large file keep every digit', async () => {
  const { status, body } = await attach(bodyOf(quoted(fresh()), ',"pages":12345678901.123456789'));
  expect([status, body.message]).toEqual([200, 'File attached. Note: unknown field pages was kept but not used.']);
  const { rows } = await door.pool.query('SELECT extra::text AS extra FROM attachments WHERE id = $1', [body.id]);
  expect(rows).toEqual([{ extra: '{"pages": 12345678901.123456789}' }]);
});

it('a large body that is not valid is a 400 and leaves nothing', async () => {
  const good = fresh().toString('base64');
  const { kept } = await filesOf(door);
  const wrong: [body: string | Uint8Array, message: string][] = [
    [bodyOf(`"${good}!"`), 'content must be base64.'],
    [bodyOf(`"${good.slice(0, 1_000_000)} ${good.slice(1_000_000)}ä"`), 'content must be base64.'],
    [bodyOf(`"=${good}"`), 'content must be base64.'],
    [bodyOf(`"${good}\\u0000"`), 'content must be base64.'],
    [bodyOf(`"${good.slice(0, 900_000)}\n${good.slice(900_000)}"`), 'The body is not valid JSON.'],
    [bodyOf(`"${good}\\x"`), 'The body is not valid JSON.'],
    [bodyOf(`"${good}"`, ','), 'The body is not valid JSON'],
    [bodyOf(`"${good}`).slice(0, -1), 'The body is not valid JSON'],
    [
      Buffer.concat([Buffer.from(bodyOf(`"${good}`)), Buffer.from([0xff]), Buffer.from('"}')]),
      'The body is not valid UTF-8.',
    ],
    [
      bodyOf(`"${good}"`, `,"deep":${'['.repeat(30)}${']'.repeat(30)}`),
      'The body must not be nested deeper than 20 levels.',
    ],
    [bodyOf(`"${good}"`, ',"__proto__":1'), 'The body has a field named __proto__'],
    [`{"content":"${good}"}`, 'supplierInvoiceId is required; fileName is required.'],
  ];
  for (const [body, message] of wrong) expectProblem(await attach(body), 400, message);
  expect(await filesOf(door)).toEqual({ kept, incoming: [] });
});

it('the trace of a large file that was refused says how long it was, and shows none of it', async () => {
  const viewer = await signedIn(door, 'viewer');
  const content = `${fresh().toString('base64')}!`;
  const { body } = await attach(bodyOf(`"${content.slice(0, -3)}\\u003d${content.slice(-2)}"`, ',"note":"mine"'));
  const shown = {
    supplierInvoiceId,
    fileName: 'a.pdf',
    content: `••• (${content.length.toLocaleString('en-US')} characters)`,
    note: 'mine',
  };
  const trace = async () => (await viewer.call('GET', `/companies/${door.company}/requests/${body.traceId}`)).body;
  await expect.poll(async () => JSON.stringify(await trace())).toContain('characters)');
  const text = JSON.stringify(await trace());
  expect(text).toContain(JSON.stringify(JSON.stringify(shown)).slice(1, -1));
});

it('a body of unknown length is read whole, and held to its limit', async () => {
  const small = await openOwnApp('The limits of files are settings of the process.', {
    env: { FILE_LIMIT_BYTES: '900000', ATTACH_BODY_LIMIT_BYTES: '1200000' },
  });
  try {
    await small.addSupplier('1');
    const invoice = await invoiceOn(small, 'chunked');
    const send = (bytes: number) => {
      const raw = JSON.stringify({
        supplierInvoiceId: invoice,
        fileName: 'a.pdf',
        content: pdfOf(bytes).toString('base64'),
      });
      const pieces = Array.from({ length: Math.ceil(raw.length / 300_000) }, (_, at) =>
        raw.slice(at * 300_000, (at + 1) * 300_000),
      );
      const start = head('POST', paths.attach, {
        authorization: `Bearer ${small.token}`,
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      });
      return exchange(
        small.url,
        start,
        ...pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`),
        '0\r\n\r\n',
      );
    };
    expect((await send(850_000)).status).toBe(200);
    expectProblem(await send(950_000), 413);
  } finally {
    await small.close();
  }
});
