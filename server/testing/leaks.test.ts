import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { forWorker, leftOpen } from './leaks.ts';

it('a server, a socket, a process and an interval are left open until they are closed, and each names its place', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  const ticking = globalThis.setInterval(() => undefined, 60_000);
  expect(leftOpen()).toEqual(
    ['a server', 'a socket', 'a process', 'an interval'].map((kind) =>
      expect.stringMatching(new RegExp(`^${kind} of server/testing/leaks\\.test\\.ts:\\d+`)),
    ),
  );
  clearInterval(ticking);
  child.kill();
  socket.destroy();
  server.close();
  await expect.poll(leftOpen).toEqual([]);
});

it('what the files of a worker share is not left open by any of them', async () => {
  const server = await forWorker(async () => createServer().listen(0, '127.0.0.1'));
  await once(server, 'listening');
  expect(leftOpen()).toEqual([]);
  server.close();
});
