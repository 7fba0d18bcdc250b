import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';
import { countOf } from '../../testing/operations.ts';
import { expectProblem } from '../../testing/problem.ts';
import { runs } from '../../testing/properties.ts';
import { dial, exchange, head } from '../../testing/raw.ts';
import { breathe } from '../../testing/time.ts';

const door = await openDoor();
const authorization = `Bearer ${door.token}`;
await door.addSupplier('1');
afterAll(() => door.close());

const json = (more: Record<string, string | number>) =>
  head('POST', paths.invoices, { authorization, 'content-type': 'application/json', ...more });
const invoice = (reference: string) => JSON.stringify({ externalReferenceId: reference, supplierNumber: '1' });

/** Sends the pieces one after the other; undefined ends the client's side. */
async function statusesOf(...pieces: (string | undefined)[]): Promise<number[]> {
  const socket = connect({ port: Number(new URL(door.url).port), host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  socket.on('error', () => undefined).on('data', (chunk) => (received += chunk.toString('utf8')));
  const ended = once(socket, 'end');
  for (const piece of pieces) {
    if (piece === undefined) socket.end();
    else await new Promise((resolve) => socket.write(piece, resolve));
    // The service reads this piece before the next one comes.
    for (let turns = 0; turns < 3; turns++) await breathe();
  }
  await ended;
  socket.destroy();
  return (received.match(/HTTP\/1\.1 \d+/g) ?? []).map((line) => Number(line.slice(-3)));
}

describe('what is no HTTP is a 400 in the envelope, with a trace id', () => {
  it.each([
    ['words', 'hello there\r\n\r\n'],
    ['the beginning of TLS', Buffer.from('16030100a5010000a10303', 'hex')],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: door\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/3.7\r\nHost: door\r\n\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: door\r\n: x\r\n\r\n'],
    ['a header with U+0000', 'GET / HTTP/1.1\r\nHost: door\r\nX-Y: a\0b\r\n\r\n'],
    ['a space before the colon', 'GET / HTTP/1.1\r\nHost: door\r\nX-Y : a\r\n\r\n'],
    ['a negative length', 'POST / HTTP/1.1\r\nHost: door\r\nContent-Length: -1\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: door\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and pieces at once',
      'POST / HTTP/1.1\r\nHost: door\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a broken path', head('GET', '/%zz', {})],
    ['a broken path below a real one', head('GET', `${paths.suppliers}%`, {})],
    ['two hosts', 'GET /health/live HTTP/1.1\r\nHost: door\r\nHost: another\r\nConnection: close\r\n\r\n'],
    ['the same host twice', 'GET /health/live HTTP/1.1\r\nHost: door\r\nhost: door\r\nConnection: close\r\n\r\n'],
    [
      'two tokens',
      `GET ${paths.suppliers} HTTP/1.1\r\nHost: door\r\nAuthorization: Bearer x\r\nauthorization: Bearer y\r\nConnection: close\r\n\r\n`,
    ],
    ['two keys', head('POST', paths.invoices, { authorization, 'Idempotency-Key': 'a', 'idempotency-key': 'b' })],
    ['no host', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['the address of another kind of server', head('GET', 'ftp://door/health/live', {})],
    ['an address without a host', head('GET', 'http:/health/live', {})],
    ['an address with a broken path', head('GET', 'http://door/%zz', {})],
    ['an asterisk for a path', head('GET', '*', {})],
    ['a tunnel', 'CONNECT door:443 HTTP/1.1\r\nHost: door:443\r\n\r\n'],
  ])('%s', async (_what, bytes) => {
    expectProblem(await exchange(door.url, bytes), 400);
  });

  it('pieces of no size', async () => {
    expectProblem(await exchange(door.url, json({ 'transfer-encoding': 'chunked' }), 'zz\r\n'), 400);
  });

  it('and any other bytes are answered likewise, or not at all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (noise) => {
        const { status } = await exchange(door.url, noise, '\r\n\r\n', '\r\n\r\n');
        expect([0, 400]).toContain(status);
      }),
      runs(60),
    );
    expect((await door.call('GET', paths.suppliers)).status).toBe(200);
  });
});

describe('a target that is a whole address', () => {
  const targets = fc.constantFrom(
    ['GET', '/health/live'],
    ['GET', '/operator/v1/session'],
    ['GET', `${paths.suppliers}?limit=x`],
    ['POST', paths.suppliers],
    ['PUT', `${paths.suppliers}/1`],
    ['DELETE', paths.suppliers],
    ['OPTIONS', '/health/live'],
    ['GET', '/nowhere'],
    ['GET', ''],
  ) as fc.Arbitrary<[string, string]>;
  const authorities = fc.constantFrom('http://x', 'https://x', 'HTTP://X:81', 'http://a@b', 'http://[::1]:80');

  it('is answered as its path, whatever its host', async () => {
    await fc.assert(
      fc.asyncProperty(targets, authorities, async ([method, path], authority) => {
        const { status } = await exchange(door.url, head(method, path || '/', { authorization }));
        const answer = await exchange(door.url, head(method, authority + path, { authorization }));
        expect(answer.status).toBe(status);
        expect(status).toBeLessThan(500);
      }),
      runs(50),
    );
  });

  it('or an asterisk is never an internal error', async () => {
    expect((await exchange(door.url, head('OPTIONS', '*', {}))).status).toBe(404);
  });
});

it('headers that are too large are a 431 in the envelope', async () => {
  expectProblem(
    await exchange(door.url, head('GET', paths.suppliers, { authorization, 'x-large': 'x'.repeat(20_000) })),
    431,
  );
  expectProblem(await exchange(door.url, head('GET', `/${'x'.repeat(20_000)}`, {})), 431);
});

it('an expectation that cannot be met is refused in the envelope', async () => {
  expectProblem(await exchange(door.url, json({ expect: 'a miracle', 'content-length': 2 }), '{}'), 417);
});

it('100-continue is met', async () => {
  const body = invoice('continue');
  const socket = dial(door.url);
  socket.write(json({ expect: '100-continue', 'content-length': body.length }));
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  await expect.poll(() => received).toMatch(/^HTTP\/1\.1 100 Continue/);
  socket.write(body);
  await expect.poll(() => received).toMatch(/HTTP\/1\.1 200 OK/);
  socket.destroy();
});

describe('a body', () => {
  it('may come in pieces, cut anywhere, also through a character', async () => {
    const bytes = Buffer.from(
      JSON.stringify({ externalReferenceId: 'pieces', supplierNumber: '1', projectName: 'Råö 😀' }),
    );
    const pieces = [...bytes].flatMap((byte) => ['1\r\n', Buffer.from([byte]), '\r\n']);
    const { status, body } = await exchange(door.url, json({ 'transfer-encoding': 'chunked' }), ...pieces, '0\r\n\r\n');
    expect(status).toBe(200);
    const { rows } = await door.pool.query('SELECT document FROM supplier_invoices WHERE id = $1', [body.id]);
    expect(rows[0].document.projectName).toBe('Råö 😀');
  });

  it('that is shorter than announced creates nothing', async () => {
    const before = await countOf(door, 'supplier_invoices');
    const socket = dial(door.url);
    socket.write(json({ 'content-length': 1_000 }) + invoice('short'));
    socket.end();
    await new Promise((resolve) => socket.once('close', resolve).resume());
    expect(await countOf(door, 'supplier_invoices')).toBe(before);
    expect((await door.post(paths.invoices, JSON.parse(invoice('short')))).status).toBe(200);
  });

  it('with more bytes behind it than announced is answered before they are refused', async () => {
    const body = invoice('long');
    const closing = json({ 'content-length': body.length });
    const staying = closing.replace('Connection: close\r\n', '');
    expect((await exchange(door.url, closing + body)).status).toBe(200);
    for (const more of ['not HTTP at all\r\n\r\n', '\0\0\0\0', head('GET', paths.suppliers, {})])
      expect(await statusesOf(closing + body + more)).toEqual([409]);
    for (const more of ['not HTTP at all\r\n\r\n', '\0\0\0\0']) {
      expect(await statusesOf(staying + body + more)).toEqual([409, 400]);
      expect(await statusesOf(staying + body + staying + body + more, more)).toEqual([409, 409, 400]);
    }
    expect(await statusesOf(staying + body + json({ 'transfer-encoding': 'chunked' }), 'zz\r\n')).toEqual([409, 400]);
  });

  it('whose sender ends its side of the connection is answered', async () => {
    const body = invoice('half-closed');
    const whole = json({ 'content-length': body.length }).replace('Connection: close\r\n', '') + body;
    expect(await statusesOf(whole, undefined)).toEqual([200]);
    expect(await statusesOf(whole + whole, undefined)).toEqual([409, 409]);
    expect(await statusesOf(`${whole}GET /hea`, undefined)).toEqual([409, 400]);
  });

  it('that is refused lets nobody hold the connection', async () => {
    const socket = connect({ port: Number(new URL(door.url).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined).resume();
    socket.write('not HTTP at all\r\n\r\n');
    await once(socket, 'end');
    const isCut = () => {
      socket.write('more\r\n');
      return socket.destroyed;
    };
    await expect.poll(isCut).toBe(true);
  });

  it('whose announced length no machine could hold is a 413', async () => {
    expectProblem(await exchange(door.url, json({ 'content-length': '99999999999999' }), '{'), 413);
    expectProblem(
      await exchange(
        door.url,
        head('POST', paths.attach, {
          authorization,
          'content-type': 'application/json',
          'content-length': '99999999999999',
        }),
        '{',
      ),
      413,
    );
  });

  it('of an unauthorised request is not waited for', async () => {
    // The exchange gives up long before the service does.
    expectProblem(
      await exchange(
        door.url,
        head('POST', paths.attach, {
          authorization: 'Bearer wrong',
          'content-type': 'application/json',
          'content-length': 30_000_000,
        }),
        '{',
      ),
      401,
    );
  });

  it('on the list is passed over', async () => {
    const start = head('GET', paths.suppliers, {
      authorization,
      'content-type': 'application/json',
      'content-length': 5,
      'accept-encoding': 'identity',
    });
    expect((await exchange(door.url, start, '{"a":')).status).toBe(200);
  });
});

it('two requests on one connection are answered in their order', async () => {
  const first =
    json({ 'content-length': invoice('order 1').length }).replace('Connection: close\r\n', '') + invoice('order 1');
  const socket = dial(door.url);
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString('utf8')));
  socket.write(first + head('GET', '/nowhere', {}));
  await new Promise((resolve) => socket.once('close', resolve));
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
});

it('HTTP/1.0 is spoken too', async () => {
  const { status } = await exchange(
    door.url,
    `GET ${paths.suppliers}?limit=1 HTTP/1.0\r\nAuthorization: ${authorization}\r\n\r\n`,
  );
  expect(status).toBe(200);
});
