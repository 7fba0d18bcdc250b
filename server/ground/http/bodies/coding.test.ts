import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths, send, type Answer, type Call } from '../../../testing/door.ts';
import { expectLinear } from '../../../testing/linear.ts';
import { samples } from '../../../testing/files.ts';
import { formOf } from '../../../testing/form.ts';
import {
  countOf,
  creationNames,
  creationsOn,
  documentOf,
  invoiceOn,
  postText,
  type Creation,
} from '../../../testing/operations.ts';
import { api, signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { dial, exchange, head } from '../../../testing/raw.ts';
import { pauseBetweenTries } from '../../../testing/time.ts';

const door = await openDoor();
const creations = await creationsOn(door);
afterAll(() => door.close());

const gzip = { 'content-encoding': 'gzip' };
const mebibyte = 1024 * 1024;
const invoice = (reference: string, more = '') => `{"externalReferenceId":"${reference}","supplierNumber":"1"${more}}`;
const post = (raw: string | Uint8Array, headers: Record<string, string> = gzip) =>
  postText(door, paths.invoices, raw, { headers });
const notGzip =
  'The body is not valid gzip: it is broken, truncated, or has extra bytes after its end. Compress it again.';

describe('a body in gzip is accepted', () => {
  it.each(creationNames)('on %s', async (name) => {
    const { path, body, table } = creations.find((one) => one.name === name) as Creation;
    const raw = gzipSync(JSON.stringify(await body(`gzip ${name}`)));
    const before = await countOf(door, table);
    const { status, body: answered } = await postText(door, path, raw, { headers: gzip });
    expect(status, answered.message).toBe(200);
    expect(await countOf(door, table)).toBe(before + 1);
  });

  it.each(['GZIP', 'x-gzip', 'identity, gzip', 'gzip, identity', ' gzip ,'])('announced as %s', async (coding) => {
    expect((await post(gzipSync(invoice(`coding ${coding}`)), { 'content-encoding': coding })).status).toBe(200);
  });

  it('and identity is none', async () => {
    expect((await post(invoice('identity'), { 'content-encoding': 'identity' })).status).toBe(200);
  });

  it('in pieces, of several members, and of unknown length', async () => {
    const text = Buffer.from(invoice('pieces', ',"projectName":"Råö 😀"'));
    const bytes = Buffer.concat([gzipSync(text.subarray(0, 20)), gzipSync(''), gzipSync(text.subarray(20))]);
    const pieces = [...bytes].flatMap((byte) => ['1\r\n', Buffer.from([byte]), '\r\n']);
    const start = head('POST', paths.invoices, {
      authorization: `Bearer ${door.token}`,
      'content-type': 'application/json',
      ...gzip,
      'transfer-encoding': 'chunked',
    });
    const { status, body } = await exchange(door.url, start, ...pieces, '0\r\n\r\n');
    expect(status, body.message).toBe(200);
    expect(await documentOf(door, 'supplier_invoices', body.id)).toContain('Råö 😀');
  });

  it('with a large file in it, and as a form', async () => {
    const content = Buffer.concat([
      samples.pdf.subarray(0, -6),
      Buffer.alloc(3 * mebibyte, 0x20),
      samples.pdf.subarray(-6),
    ]);
    const file = {
      supplierInvoiceId: await invoiceOn(door, 'gzip large'),
      fileName: 'a.pdf',
      content: content.toString('base64'),
    };
    const sent = await postText(door, paths.attach, gzipSync(JSON.stringify(file)), { headers: gzip });
    expect(sent.status, sent.body.message).toBe(200);
    const parts = [
      { name: 'supplierInvoiceId', content: await invoiceOn(door, 'gzip form') },
      { name: 'file', fileName: 'a.pdf', type: 'application/pdf', content },
    ];
    const { raw, headers } = formOf(parts);
    const form = await door.call('POST', paths.attach, { raw: gzipSync(raw), headers: { ...headers, ...gzip } });
    expect(form.status, form.body.message).toBe(200);
    const { rows } = await door.pool.query(
      'SELECT DISTINCT size::integer AS size FROM attachments WHERE id = ANY($1)',
      [[sent.body.id, form.body.id]],
    );
    expect(rows).toEqual([{ size: content.length }]);
  });

  it('of operators, and of clients that fetch a token', async () => {
    const administrator = await signedIn(door, 'administrator');
    const headers = { cookie: administrator.cookie, 'x-doorway-console': '1', ...gzip };
    const path = `${api}/companies/${door.company}/projects`;
    const project = { number: 'gzip', name: 'Eken', proposalIds: [], facilities: [] };
    const calls: Call[] = [
      { raw: gzipSync(JSON.stringify(project)), headers: { ...headers, 'content-type': 'application/json' } },
      { raw: gzipSync('number,name\ngzip 2,Hamnen\n'), headers: { ...headers, 'content-type': 'text/csv' } },
    ];
    expect((await send(door.url, 'POST', path, calls[0] as Call)).status).toBe(200);
    expect((await send(door.url, 'POST', `${path}/import`, calls[1] as Call)).body).toMatchObject({ created: 1 });
    const form = {
      raw: gzipSync('grant_type=client_credentials&client_id=x&client_secret=y'),
      headers: { ...gzip, 'content-type': 'application/x-www-form-urlencoded' },
    };
    expect(await send(door.url, 'POST', '/oauth/token', form)).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
  });

  it('and a trace keeps what it says', async () => {
    const viewer = await signedIn(door, 'viewer');
    const { body } = await post(gzipSync('{"externalReferenceId":"told","supplierNumber":7}'));
    const told = async () =>
      (await viewer.call('GET', `/companies/${door.company}/requests/${body.traceId}`)).body.body;
    await expect.poll(told).toBe('{"externalReferenceId":"told","supplierNumber":7}');
  });
});

describe('what comes out is what the limits count', () => {
  const filled = (bytes: number) =>
    invoice(`filled ${bytes}`, `,"x":"${'x'.repeat(bytes - invoice(`filled ${bytes}`, ',"x":""').length)}"`);

  it('to the byte', async () => {
    expect((await post(gzipSync(filled(2 * mebibyte)))).status).toBe(200);
    expectProblem(await post(gzipSync(filled(2 * mebibyte + 1))), 413, '2 MiB');
  });

  it.each([
    ['an invoice', paths.invoices, 'application/json'],
    ['a large file', paths.attach, 'application/json'],
    ['a form', paths.attach, 'multipart/form-data; boundary=x'],
  ])('of %s that would fill a disk, with little effort and memory', async (_what, path, type) => {
    const start = type.startsWith('multipart')
      ? '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7'
      : '{"x":"';
    // Nearly 2 MiB, and 2 GiB when unpacked.
    const bomb = Buffer.concat([gzipSync(start), ...Array.from({ length: 31 }, () => part)]);
    expect(bomb.length).toBeLessThan(2 * mebibyte);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    let isAnswered = false;
    const watch = async () => {
      for (; !isAnswered; await pauseBetweenTries()) most = Math.max(most, process.memoryUsage().arrayBuffers);
    };
    const watching = watch();
    await expectLinear(async () =>
      expectProblem(await door.call('POST', path, { raw: bomb, headers: { ...gzip, 'content-type': type } }), 413),
    ).finally(() => (isAnswered = true));
    await watching;
    expect(most - before).toBeLessThan(150 * mebibyte);
  });
  const part = gzipSync(Buffer.alloc(64 * mebibyte));

  it('and empty blocks without end are cut as well', async () => {
    const blocks = Buffer.concat([
      Buffer.from('1f8b0800000000000003', 'hex'),
      Buffer.alloc(3 * mebibyte, Buffer.from('000000ffff', 'hex')),
    ]);
    const start = head('POST', paths.invoices, {
      authorization: `Bearer ${door.token}`,
      'content-type': 'application/json',
      ...gzip,
      'transfer-encoding': 'chunked',
    });
    const socket = dial(door.url);
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.write(start);
    socket.write(`${blocks.length.toString(16)}\r\n`);
    socket.write(blocks);
    await expect.poll(() => received).toMatch(/^HTTP\/1\.1 413/);
    socket.destroy();
  });
});

describe('a body that is not what it claims', () => {
  const whole = gzipSync(invoice('torn'));
  it.each<[string, Uint8Array | string]>([
    ['that is plain', invoice('torn')],
    ['that ends too soon', whole.subarray(0, -4)],
    ['that has only a beginning', whole.subarray(0, 5)],
    ['with a wrong checksum', Buffer.concat([whole.subarray(0, -8), Buffer.alloc(8)])],
    ['with words after its end', Buffer.concat([whole, Buffer.from('more')])],
    ['with zeros after its end', Buffer.concat([whole, Buffer.alloc(20)])],
  ])('%s is a 400', async (_what, bytes) => {
    expectProblem(await post(bytes), 400, notGzip);
  });

  it('is a 400 as a form too', async () => {
    const { raw, headers } = formOf([
      { name: 'supplierInvoiceId', content: 'x' },
      { name: 'file', fileName: 'a.pdf', content: samples.pdf },
    ]);
    for (const bytes of [raw, gzipSync(raw).subarray(0, -4), Buffer.concat([gzipSync(raw), Buffer.alloc(9)])])
      expectProblem(await door.call('POST', paths.attach, { raw: bytes, headers: { ...headers, ...gzip } }), 400);
    expect((await door.call('GET', paths.suppliers)).status).toBe(200);
  });

  it('created nothing', async () => {
    expect((await post(whole)).status).toBe(200);
  });

  it('a form that is refused before its end does not hold its connection', async () => {
    const parts = [
      { name: 'other', fileName: 'a.pdf', content: samples.pdf },
      { name: 'file', fileName: 'a.pdf', content: Buffer.alloc(8 * mebibyte) },
    ];
    const { raw, headers } = formOf(parts);
    for (let time = 0; time < 3; time++)
      expectProblem(
        await door.call('POST', paths.attach, { raw: gzipSync(raw, { level: 0 }), headers: { ...headers, ...gzip } }),
        400,
        'Send one part, named file.',
      );
  });
});

describe('415 says what is accepted', () => {
  it.each(['br', 'deflate', 'compress', 'gzip, gzip', 'gzip, br', 'zstd', 'gzip;q=1', 'x'.repeat(300)])(
    'instead of Content-Encoding: %s',
    async (coding) => {
      const answer = await post(gzipSync(gzipSync(invoice('twice'))), { 'content-encoding': coding });
      expectProblem(
        answer,
        415,
        'The content coding of this request is not accepted. Compress it once with gzip, or not at all.',
      );
      expect(answer.headers.get('accept-encoding')).toBe('gzip');
      expect(answer.headers.get('doorway-error')).toBe('body.coding');
    },
  );

  it.each(['iso-8859-1', 'ISO-8859-15', '"windows-1252"', 'utf-16', 'us-ascii', 'utf-8; charset=latin1'])(
    'instead of charset=%s',
    async (charset) => {
      expectProblem(
        await post(invoice('charset'), { 'content-type': `application/json; charset=${charset}` }),
        415,
        'Send it as UTF-8.',
      );
      expectProblem(
        await door.call('POST', paths.attach, {
          raw: 'x',
          headers: { 'content-type': `multipart/form-data; boundary=x; charset=${charset}` },
        }),
        415,
        'Send it as UTF-8.',
      );
    },
  );

  it.each(['utf-8', 'UTF-8', '"UTF-8"', 'utf8', '"utf8"'])('and takes charset=%s', async (charset) => {
    expect(
      (
        await post(invoice(`charset ${charset.replaceAll('"', "'")}`), {
          'content-type': `application/json; charset=${charset}`,
        })
      ).status,
    ).toBe(200);
  });

  it('after 401 and 403, and not on what has no body', async () => {
    const reader = await door.tokenFor({ scopes: ['suppliers:read'] });
    const headers = { 'content-type': 'application/json', 'content-encoding': 'br' };
    expectProblem(await door.call('POST', paths.invoices, { raw: '{}', token: 'dw_wrong', headers }), 401);
    expectProblem(await door.call('POST', paths.invoices, { raw: '{}', token: reader, headers }), 403);
    expect((await door.call('GET', paths.suppliers, { headers })).status).toBe(200);
  });
});

it('text that is not UTF-8 stays a 400 where no character set is named', async () => {
  const answer: Answer = await post(gzipSync(Buffer.from(invoice('latin', ',"x":"å"'), 'latin1')));
  expectProblem(answer, 400, 'The body is not valid UTF-8. Encode it as UTF-8.');
});
