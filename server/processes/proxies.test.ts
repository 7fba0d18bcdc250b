import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { certificate, privateKey } from '../testing/certificate.ts';
import { openOwnApp, paths } from '../testing/door.ts';
import { pdfOf, sha256 } from '../testing/files.ts';
import { formOf } from '../testing/form.ts';
import { isLongRun } from '../testing/long.ts';
import { signedIn } from '../testing/operator.ts';
import { pauseBetweenTries } from '../testing/time.ts';

const page = await readFile(fileURLToPath(new URL('../../docs/deploying.md', import.meta.url)), 'utf8');
const exampleOf = (name: string) => new RegExp(`^\`\`\`${name}\\n([^]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';

interface Files {
  folder: string;
  port: number;
  /** The page's example with the addresses and files of the test. */
  example: string;
}

const proxies = [
  {
    name: 'nginx',
    command: ['nginx', '-v'],
    start: ({ folder, example }: Files) => ({
      config: `daemon off; pid ${folder}/nginx.pid; error_log stderr;
        events {} http { access_log off; client_body_temp_path ${folder}/bodies; proxy_temp_path ${folder}/answers;
        ${example} }`,
      args: (path: string) => ['nginx', '-c', path, '-p', folder, '-e', 'stderr'],
    }),
  },
  {
    name: 'haproxy',
    command: ['haproxy', '-v'],
    start: ({ example }: Files) => ({ config: example, args: (path: string) => ['haproxy', '-db', '-f', path] }),
  },
  {
    name: 'caddy',
    command: ['caddy', 'version'],
    start: ({ folder, port, example }: Files) => ({
      config: `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${example.replace(
        'partners.example.com {',
        `https://localhost:${port} {\n\ttls ${folder}/partners.pem ${folder}/partners.key`,
      )}`,
      args: (path: string) => ['caddy', 'run', '--config', path, '--adapter', 'caddyfile'],
    }),
  },
];

const isInstalled = async ([file = '', ...args]: string[]) => {
  const child = spawn(file, args, { stdio: 'ignore' });
  return new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function startProxy({ name, start }: (typeof proxies)[number], target: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'doorway-proxy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  await writeFile(join(folder, 'partners.pem'), `${certificate}${privateKey}`);
  await writeFile(join(folder, 'partners.key'), privateKey);
  const example = exampleOf(name)
    .replaceAll('127.0.0.1:8080', new URL(target).host)
    .replaceAll('/etc/ssl', folder)
    .replaceAll(/\b(listen |bind :)443\b/g, `$1${port}`);
  const { config, args } = start({ folder, port, example });
  const path = join(folder, 'config');
  await writeFile(path, config);
  const [file = '', ...rest] = args(path);
  const child = spawn(file, rest, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: folder } });
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
    const answer = await ask(port, '/supplierinvoices/suppliers').catch(() => undefined);
    if (answer !== undefined) return port;
    await pauseBetweenTries();
  }
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  localAddress?: string;
  body?: Uint8Array;
}

async function open(port: number, path: string, { body, headers, ...options }: Sent = {}): Promise<IncomingMessage> {
  const sent = request({
    ...options,
    port,
    path,
    host: '127.0.0.1',
    servername: 'localhost',
    ca: certificate,
    headers: { host: `localhost:${port}`, ...headers },
  });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  return answer as IncomingMessage;
}

async function ask(port: number, path: string, options?: Sent) {
  const answer = await open(port, path, options);
  return { status: answer.statusCode, body: await text(answer) };
}

it.runIf(isLongRun)(
  'files, events and addresses pass each proxy as docs/deploying.md configures it',
  async ({ skip }) => {
    const env = { TRUST_PROXY: '127.0.0.1', UNKNOWN_CALLS_PER_MINUTE: '2' };
    const door = await openOwnApp('The trusted proxies are a setting of the process.', { env });
    onTestFinished(() => door.close());
    await door.addSupplier('1');
    const installed = [];
    for (const proxy of proxies) if (await isInstalled(proxy.command)) installed.push(proxy);
    if (installed.length === 0) skip();
    const authorization = `Bearer ${door.token}`;
    const { cookie } = await signedIn(door, 'viewer');

    await Promise.all(
      installed.map(async (proxy, at) => {
        const { name } = proxy;
        const port = await startProxy(proxy, door.url);
        const idle = ask(port, '/doorway/v1/events?after=999999999&wait=30', { headers: { authorization } });

        const created = await door.post(paths.invoices, { externalReferenceId: name, supplierNumber: '1' });
        const file = pdfOf(20_000_000, name);
        const { raw, headers } = formOf([
          { name: 'supplierInvoiceId', content: created.body.id },
          { name: 'file', fileName: 'large.pdf', content: file },
        ]);
        const attached = await ask(port, paths.attach, {
          method: 'POST',
          headers: { ...headers, authorization },
          body: raw,
        });
        expect(attached, name).toMatchObject({ status: 200 });
        const read = await ask(port, `${paths.invoices}/${created.body.id}`, { headers: { authorization } });
        expect(read.body, name).toContain(`"sha256":"${sha256(file)}"`);

        const feed = `/operator/v1/companies/${door.company}/events?after=0`;
        const stream = await open(port, feed, { headers: { cookie, accept: 'text/event-stream' } });
        const [first] = await once(stream, 'data');
        expect(String(first), name).toMatch(/^id: 1\n/m);
        stream.destroy();

        // Each caller has two tries, which a forged address does not renew and other callers do not use up.
        const localAddress = `127.0.0.${at + 11}`;
        const tries = [];
        for (const forged of ['198.51.100.1', '198.51.100.2', '198.51.100.3'])
          tries.push(
            await ask(port, paths.suppliers, {
              localAddress,
              headers: { authorization: 'Bearer dw_wrong', 'x-forwarded-for': forged },
            }),
          );
        expect(
          tries.map(({ status }) => status),
          name,
        ).toEqual([401, 401, 429]);
        expect((await ask(port, '/metrics', { localAddress })).status, name).toBe(404);
        expect(await idle, name).toMatchObject({ status: 200, body: expect.stringMatching(/^\{"events":\[\],/) });
      }),
    );
  },
);
