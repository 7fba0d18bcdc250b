import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { databaseForThisTest } from '../testing/database.ts';
import { dataDirForThisTest } from '../testing/process.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

it('a service whose output nobody reads stops with 0 all the same', async () => {
  const port = await freePort();
  const { url } = await databaseForThisTest();
  const child = spawn(process.execPath, [fileURLToPath(new URL('../bin/doorway.js', import.meta.url)), 'serve'], {
    env: { PATH: process.env.PATH, PORT: String(port), DATABASE_URL: url, DATA_DIR: await dataDirForThisTest() },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200), { timeout: 30_000, interval: 50 });
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
