import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { createDiscard, type DiscardLimits } from './discard.ts';

const mebibyte = 1024 * 1024;
const piece = Buffer.alloc(64 * 1024, 'x');

let requests: IncomingMessage[];
let taken: (raw: IncomingMessage) => void;
const server = createServer((raw, response) => {
  requests.push(raw);
  raw.read(0);
  response.once('close', () => taken(raw));
  response.writeHead(413, { 'content-length': 0 }).end();
}).listen(0, '127.0.0.1');
beforeEach(() => void (requests = []));
afterAll(() => void (server.closeAllConnections(), server.close()));

function discarding(limits: Partial<DiscardLimits>, most: number): void {
  const discard = createDiscard({ connections: 10, bytesPerSecond: 1024 * mebibyte, stallMs: 60_000, ...limits });
  taken = (raw) => discard(raw, most);
}

function sending(): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
  const write = () => void (socket.writable && socket.write(piece, write));
  socket.on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 ** 31}\r\n\r\n`, write);
  return socket;
}

it('a connection is closed after as many bytes as it may send', async () => {
  discarding({}, 4 * mebibyte);
  const socket = sending();
  await vi.waitFor(() => expect(socket.destroyed).toBe(true));
  const read = requests[0]?.socket.bytesRead ?? 0;
  expect(read).toBeGreaterThan(4 * mebibyte);
  expect(read).toBeLessThan(6 * mebibyte);
});

it('of too many connections at once those that have sent the most are closed', async () => {
  discarding({ connections: 3, bytesPerSecond: mebibyte }, 1024 * mebibyte);
  const sockets = Array.from({ length: 12 }, sending);
  await vi.waitFor(() => {
    expect(requests).toHaveLength(12);
    expect(requests.filter(({ socket }) => !socket.destroyed)).toHaveLength(3);
  });
  for (const socket of sockets) socket.destroy();
});

it('a connection that breaks off or stalls is forgotten, and takes no share from those after it', async () => {
  discarding({ connections: 3, stallMs: 20 }, 1024 * mebibyte);
  const broken = Array.from({ length: 6 }, sending);
  await vi.waitFor(() => expect(requests.filter(({ socket }) => socket.bytesRead > piece.length)).toHaveLength(6));
  for (const socket of broken) socket.destroy();
  await vi.waitFor(() => expect(requests.every(({ socket }) => socket.destroyed)).toBe(true));
  const destroyed = requests.map(({ socket }) => vi.spyOn(socket, 'destroy'));
  const late = sending();
  await vi.waitFor(() => expect(requests[6]?.socket.bytesRead).toBeGreaterThan(32 * mebibyte), { timeout: 30_000 });
  expect(destroyed.flatMap(({ mock }) => mock.calls)).toEqual([]);
  late.destroy();
});

it('all of them together are read at a bounded pace', async () => {
  discarding({ bytesPerSecond: mebibyte }, 1024 * mebibyte);
  const begun = performance.now();
  const sockets = Array.from({ length: 8 }, sending);
  await vi.waitFor(() => expect(readBy(requests)).toBeGreaterThan(mebibyte), { timeout: 10_000, interval: 10 });
  const seconds = (performance.now() - begun) / 1_000;
  // Each connection may also hold one large chunk and as much again in buffers.
  expect(readBy(requests)).toBeLessThan((seconds + 0.2) * mebibyte + 8 * 3 * piece.length);
  for (const socket of sockets) socket.destroy();
});

const readBy = (all: IncomingMessage[]) => all.reduce((sum, { socket }) => sum + socket.bytesRead, 0);
