import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { send } from '../ground/http/outside/outside.ts';
import { certificate, privateKey } from '../testing/certificate.ts';
import { runScript } from '../testing/process.ts';

const sending = { headers: {}, body: '{}', allowPrivate: true, signal: new AbortController().signal };

/** Node reads its trusted certificates at start, so this needs its own process. */
const source = `
  import { send } from ${JSON.stringify(new URL('../ground/http/outside/outside.ts', import.meta.url).href)};
  const sending = { headers: {}, body: '{}', allowPrivate: true, signal: new AbortController().signal };
  for (const url of process.argv.slice(1)) console.log(JSON.stringify(await send(new URL(url), sending)));
  process.exit();`;

it('a webhook goes over HTTPS to a server whose certificate is good, by name and by address, and to no other', async () => {
  const names: unknown[] = [];
  const server = createServer({ key: privateKey, cert: certificate }, (request, response) => {
    names.push((request.socket as TLSSocket).servername);
    response.end('noted');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const folder = await mkdtemp(join(tmpdir(), 'doorway-https-'));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  });
  const file = join(folder, 'certificate.pem');
  await writeFile(file, certificate);

  const urls = [`https://localhost:${port}/`, `https://127.0.0.1:${port}/`];
  const { code, stdout } = await runScript(source, urls, { NODE_EXTRA_CA_CERTS: file }).ended;
  expect(code).toBe(0);
  const arrived = { status: 200, answer: 'noted' };
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toMatchObject([arrived, arrived]);
  expect(names).toEqual(['localhost', false]);
  expect(await send(new URL(urls[0] as string), sending)).toMatchObject({ error: 'tls' });
  expect(names).toHaveLength(2);
});
