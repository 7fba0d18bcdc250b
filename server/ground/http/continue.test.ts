import { once } from 'node:events';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';
import { samples } from '../../testing/files.ts';
import { formOf } from '../../testing/form.ts';
import { invoiceOn } from '../../testing/operations.ts';
import { expectProblem } from '../../testing/problem.ts';
import { dial, exchange, head } from '../../testing/raw.ts';

const door = await openDoor();
await door.addSupplier('1');
const reader = await door.tokenFor({ scopes: ['suppliers:read'] });
afterAll(() => door.close());

const expecting = (headers: Record<string, string | number>, path: string = paths.invoices, token = door.token) =>
  head('POST', path, {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': 1_000,
    ...headers,
    expect: '100-continue',
  });

describe('whoever waits to be asked for a body is refused without being asked for it', () => {
  it.each<[number, string, () => string]>([
    [401, 'for a wrong token', () => expecting({}, paths.invoices, 'dw_wrong')],
    [403, 'for a scope that is missing', () => expecting({}, paths.invoices, reader)],
    [404, 'for a path that is none', () => expecting({}, '/nowhere')],
    [405, 'for a method that the path does not have', () => expecting({}).replace('POST', 'PUT')],
    [413, 'for an announced size', () => expecting({ 'content-length': 3_000_000 })],
    [413, 'for an announced size of a file', () => expecting({ 'content-length': 40_000_000 }, paths.attach)],
    [
      413,
      'for an announced size of a form',
      () =>
        expecting({ 'content-length': 40_000_000, 'content-type': 'multipart/form-data; boundary=x' }, paths.attach),
    ],
    [
      413,
      'for an announced size of what anybody may send',
      () => expecting({ 'content-length': 10_000, 'x-doorway-console': '1' }, '/operator/v1/session'),
    ],
    [415, 'for a content type', () => expecting({ 'content-type': 'text/plain' })],
    [
      415,
      'for a content type of something compressed',
      () => expecting({ 'content-type': 'text/plain', 'content-encoding': 'gzip' }),
    ],
    [415, 'for a content coding', () => expecting({ 'content-encoding': 'br' })],
    [415, 'for a character set', () => expecting({ 'content-type': 'application/json; charset=latin1' })],
  ])('%i %s', async (status, _why, start) => {
    // The service closes the connection because the body may or may not come. Had it been requested, the first status
    // would be 100.
    const answer = await exchange(door.url, start().replace('Connection: close\r\n', ''));
    expectProblem(answer, status);
    expect(answer.headers.get('connection')).toBe('close');
  });

  it('417 where it expects anything else', async () => {
    expectProblem(
      await exchange(door.url, expecting({}).replace('100-continue', '200-ok')),
      417,
      'Leave it out, or send 100-continue.',
    );
  });
});

describe('whoever is let in is asked, once, and then answered', () => {
  const asked = async (socket: Socket, start: string) => {
    const first = once(socket, 'data');
    socket.write(start);
    expect(String((await first)[0])).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  };

  it.each<[string, () => Promise<[string, Record<string, string>, string | Uint8Array]>]>([
    ['JSON', async () => [paths.invoices, {}, '{"externalReferenceId":"asked","supplierNumber":"1"}']],
    [
      'gzip',
      async () => [
        paths.invoices,
        { 'content-encoding': 'gzip' },
        gzipSync('{"externalReferenceId":"asked zipped","supplierNumber":"1"}'),
      ],
    ],
    [
      'a file',
      async () => [
        paths.attach,
        {},
        JSON.stringify({
          supplierInvoiceId: await invoiceOn(door, 'asked file'),
          fileName: 'a.pdf',
          content: samples.pdf.toString('base64'),
        }),
      ],
    ],
    [
      'a form',
      async () => {
        const { raw, headers } = formOf([
          { name: 'supplierInvoiceId', content: await invoiceOn(door, 'asked form') },
          { name: 'file', fileName: 'a.pdf', content: samples.pdf },
        ]);
        return [paths.attach, headers, raw];
      },
    ],
  ])('%s', async (_what, make) => {
    const [path, headers, body] = await make();
    const socket = dial(door.url);
    await asked(socket, expecting({ ...headers, 'content-length': body.length }, path));
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.write(body);
    await once(socket, 'close');
    expect(received).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it('on a connection that stays, for one request after the other', async () => {
    const socket = dial(door.url);
    let received = '';
    for (const reference of ['first', 'second', 'third']) {
      const body = JSON.stringify({ externalReferenceId: reference, supplierNumber: '1' });
      await asked(socket, expecting({ 'content-length': body.length }).replace('Connection: close\r\n', ''));
      const collect = (chunk: Buffer) => (received += chunk.toString('latin1'));
      socket.on('data', collect);
      socket.write(body);
      await expect.poll(() => received).toMatch(/"message":"Supplier invoice created\."\}$/);
      socket.off('data', collect);
      received = '';
    }
    socket.destroy();
  });
});
