import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { certificate, privateKey } from '../testing/certificate.ts';

const run = promisify(execFile);
const source = new URL('../ground/http/outside.ts', import.meta.url).href;
const tsx = import.meta.resolve('tsx');

/** What a process that trusts these certificates besides makes of it. */
async function sentBy(url: string, trusted: Record<string, string>) {
  const program = `
    import { send } from ${JSON.stringify(source)};
    const sending = { headers: {}, body: '{}', allowPrivate: true, signal: new AbortController().signal };
    console.log(JSON.stringify(await send(new URL(${JSON.stringify(url)}), sending)));
    process.exit();`;
  const { stdout } = await run(process.execPath, ['--import', tsx, '--input-type=module', '-e', program], {
    env: { PATH: process.env.PATH, ...trusted },
  });
  return JSON.parse(stdout);
}

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

  const trusting = { NODE_EXTRA_CA_CERTS: file };
  expect(await sentBy(`https://localhost:${port}/`, trusting)).toMatchObject({ status: 200, answer: 'noted' });
  expect(await sentBy(`https://127.0.0.1:${port}/`, trusting)).toMatchObject({ status: 200, answer: 'noted' });
  expect(names).toEqual(['localhost', false]);
  expect(await sentBy(`https://localhost:${port}/`, {})).toMatchObject({ error: 'tls' });
  expect(names).toHaveLength(2);
});
