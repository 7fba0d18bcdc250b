import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths } from '../../../testing/door.ts';
import { head } from '../../../testing/raw.ts';

const piece = Buffer.alloc(64 * 1024, 'x');
const piecesFor = (path: string) => ((path === paths.attach ? 35 : 2) + 0.5) * 16;

const door = await openDoor();
afterAll(() => door.close());

/**
 * Sends the whole body before it reads anything, as many clients do; then another request if the connection is kept.
 */
async function sendAll(path: string, headers: Record<string, string>, kept: boolean): Promise<string> {
  const { hostname, port } = new URL(door.url);
  const socket = connect(Number(port), hostname);
  const write = (bytes: string | Buffer) =>
    new Promise<void>((resolve, reject) => {
      socket.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  await once(socket, 'connect');
  const chunked = headers['transfer-encoding'] === 'chunked';
  const size: Record<string, string> = chunked ? {} : { 'content-length': String(piecesFor(path) * piece.length) };
  const start = head('POST', path, { authorization: `Bearer ${door.token}`, ...headers, ...size });
  await write(kept ? start.replace('Connection: close\r\n', '') : start);
  for (let sent = 0; sent < piecesFor(path); sent++) {
    if (chunked) await write(`${piece.length.toString(16)}\r\n`);
    await write(piece);
    if (chunked) await write('\r\n');
  }
  if (chunked) await write('0\r\n\r\n');
  if (kept) await write(head('GET', '/health/live', {}));
  return text(socket);
}

const json = { 'content-type': 'application/json' };
const unknown = { 'transfer-encoding': 'chunked' };
const form = { 'content-type': 'multipart/form-data; boundary=b' };

describe.each<[number, string, string, Record<string, string>]>([
  [413, 'an announced size', paths.invoices, json],
  [413, 'a size that nobody knew before', paths.invoices, { ...json, ...unknown }],
  [413, 'a form with an announced size', paths.attach, form],
  [413, 'a form whose size nobody knew before', paths.attach, { ...form, ...unknown }],
  [413, 'a file in JSON', paths.attach, { ...json, ...unknown }],
  [415, 'a content coding', paths.invoices, { ...json, ...unknown, 'content-encoding': 'br' }],
  [415, 'a content type', paths.invoices, { ...unknown, 'content-type': 'text/plain' }],
  [400, 'what is not gzip', paths.invoices, { ...json, ...unknown, 'content-encoding': 'gzip' }],
  [401, 'the token', paths.invoices, { ...json, authorization: 'Bearer dw_none' }],
])('who sends a whole body first reads the %i for %s', (status, _why, path, headers) => {
  it('and may go on', async () => {
    const answers = await sendAll(path, headers, true);
    expect(answers).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answers).toContain('\r\n\r\n{"traceId":"');
    expect(answers.split('HTTP/1.1 200 OK')).toHaveLength(2);
  });

  it('also where the connection ends with it', async () => {
    const answer = await sendAll(path, headers, false);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(answer).toContain('\r\n\r\n{"traceId":"');
  });
});

it('who goes on sending is hung up on after a mebibyte more than the operation takes', async () => {
  const { hostname, port } = new URL(door.url);
  const socket = connect(Number(port), hostname);
  const answer = text(socket).catch(() => '');
  socket.on('error', () => undefined);
  const write = () => void (socket.writable && socket.write(piece, write));
  socket.write(head('POST', paths.invoices, { ...json, 'content-length': 2 ** 31 }), write);
  await expect.poll(() => socket.destroyed).toBe(true);
  // Buffers on the way add to the three mebibytes.
  expect(socket.bytesWritten).toBeLessThan(64 * 1024 * 1024);
  expect(await answer).toMatch(/^(?:HTTP\/1.1 401 |$)/);
});
