import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { breathe } from '../../../testing/time.ts';
import { createDiscard, type DiscardLimits } from './unread-bodies.ts';

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
  await expect.poll(() => socket.destroyed).toBe(true);
  const read = requests[0]?.socket.bytesRead ?? 0;
  expect(read).toBeGreaterThan(4 * mebibyte);
  expect(read).toBeLessThan(6 * mebibyte);
});

/** They then run only if the test, or `expect.poll`, moves their clock on. */
function stopIntervals(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

it('of too many connections at once those that have sent the most are closed', async () => {
  discarding({ connections: 3, bytesPerSecond: mebibyte }, 1024 * mebibyte);
  const sockets = Array.from({ length: 12 }, sending);
  await expect
    .poll(() => [requests.length, requests.filter(({ socket }) => !socket.destroyed).length])
    .toEqual([12, 3]);
  for (const socket of sockets) socket.destroy();
});

it('a connection that breaks off is forgotten, and takes no share from those after it', async () => {
  stopIntervals();
  discarding({ connections: 3 }, 1024 * mebibyte);
  const broken = Array.from({ length: 6 }, sending);
  await expect.poll(() => requests.filter(({ socket }) => socket.bytesRead > piece.length).length).toBe(6);
  for (const socket of broken) socket.destroy();
  await expect.poll(() => requests.every(({ socket }) => socket.destroyed)).toBe(true);
  const destroyed = requests.map(({ socket }) => vi.spyOn(socket, 'destroy'));
  const late = sending();
  await expect.poll(() => requests[6]?.socket.bytesRead).toBeGreaterThan(32 * mebibyte);
  vi.advanceTimersByTime(60_000);
  expect(destroyed.flatMap(({ mock }) => mock.calls)).toEqual([]);
  late.destroy();
});

it('a client may send slowly, and is hung up on if nothing comes for three seconds', async () => {
  stopIntervals();
  const discard = createDiscard();
  taken = (raw) => discard(raw, mebibyte);
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
  const hungUp = once(socket, 'close');
  const answered = once(socket, 'data');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n');
  await answered;
  const { socket: there } = requests[0] as IncomingMessage;
  for (let sent = 0; sent < 5; sent++) {
    const before = there.bytesRead;
    socket.write('x');
    while (there.bytesRead === before) await breathe();
    vi.advanceTimersByTime(3_000);
    expect(there.destroyed).toBe(false);
  }
  vi.advanceTimersByTime(2_999);
  expect(there.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  await hungUp;
});

it('all of them together are read at a bounded pace', async () => {
  stopIntervals();
  discarding({ bytesPerSecond: mebibyte }, 1024 * mebibyte);
  const sockets = Array.from({ length: 8 }, sending);
  const isPaused = () => requests.length === 8 && requests.every((raw) => raw.isPaused());
  for (let passedMs = 0; passedMs <= 3_000; passedMs += 100) {
    while (!isPaused()) await breathe();
    // Each connection may also hold one large chunk and as much again in buffers.
    expect(readBy(requests)).toBeLessThan((passedMs / 1_000 + 0.2) * mebibyte + 8 * 3 * piece.length);
    vi.advanceTimersByTime(100);
  }
  expect(readBy(requests)).toBeGreaterThan(2 * mebibyte);
  for (const socket of sockets) socket.destroy();
});

const readBy = (all: IncomingMessage[]) => all.reduce((sum, { socket }) => sum + socket.bytesRead, 0);
