import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { databaseForThisTest } from '../testing/database.ts';
import { emptyDataDir } from '../testing/process.ts';

/** A port that nobody has, below those that the system hands out by itself to whoever asks for one meanwhile. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}

it('a service whose output nobody reads stops with 0 all the same', async () => {
  const port = await freePort();
  const { url } = await databaseForThisTest();
  const child = spawn(process.execPath, [fileURLToPath(new URL('../bin/doorway.js', import.meta.url)), 'serve'], {
    env: { PATH: process.env.PATH, PORT: String(port), DATABASE_URL: url, DATA_DIR: await emptyDataDir() },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200), {
    timeout: 60_000,
    interval: 50,
  });
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
