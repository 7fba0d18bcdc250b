import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { readConsole } from '../../ground/http/answers/web-files.ts';
import { consoleRoutes } from './routes.ts';

const folder = await mkdtemp(join(tmpdir(), 'doorway-console-'));
await mkdir(join(folder, 'assets'));
await writeFile(
  join(folder, 'index.html'),
  '<meta name="console-root" content="./"><script src="./assets/index-1.js"></script>',
);
await writeFile(join(folder, 'assets', 'index-1.js'), 'plain');
await writeFile(join(folder, 'assets', 'index-1.js.br'), 'small');
await writeFile(join(folder, 'assets', 'index-1.js.gz'), 'less small');
await writeFile(join(folder, 'assets', 'pdf.worker.min-1.mjs'), 'worker');
afterAll(() => rm(folder, { recursive: true }));

async function serve(basePath = '', from = folder) {
  const app = Fastify();
  await consoleRoutes(app, { basePath, built: await readConsole(from) });
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
}

it('the page is served at every path below /console, and caches must revalidate it', async () => {
  const get = await serve('/door');
  for (const path of ['/door/console/', '/door/console/companies/1/invoices?q=a', '/door/console/welcome']) {
    const answer = await get(path);
    expect([answer.statusCode, answer.headers['cache-control'], answer.headers['content-type']]).toEqual([
      200,
      'no-cache',
      'text/html; charset=utf-8',
    ]);
    expect(answer.body).toBe(
      '<meta name="console-root" content="/door/console/"><script src="/door/console/assets/index-1.js"></script>',
    );
    expect((await get(path, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304);
  }
  expect((await get('/door/console')).headers.location).toBe('/door/console/');
});

it('its files are cached for ever, in the best encoding that the browser accepts', async () => {
  const get = await serve();
  const path = '/console/assets/index-1.js';
  const plain = await get(path);
  expect([plain.body, plain.headers['cache-control']]).toEqual(['plain', 'public, max-age=31536000, immutable']);
  expect((await get(path, { 'accept-encoding': 'gzip, deflate, br' })).body).toBe('small');
  expect((await get(path, { 'accept-encoding': 'gzip, br;q=0' })).body).toBe('less small');
  expect((await get('/console/assets/index-0.js')).statusCode).toBe(404);
  expect((await get('/console/%2e%2e/%2e%2e/package.json')).body).not.toContain('"name"');
});

it('the policy forbids scripts and frames of other origins', async () => {
  const get = await serve();
  const policy = String((await get('/console/')).headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).not.toContain('unsafe-eval');
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:|\*/);
});

it('only the worker that reads PDF files may compile WebAssembly, and it is a script', async () => {
  const get = await serve();
  const worker = await get('/console/assets/pdf.worker.min-1.mjs');
  expect(worker.headers['content-type']).toMatch(/^text\/javascript/);
  expect(worker.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';");
  for (const path of ['/console/', '/console/assets/index-1.js', '/console/pdf.worker.min-1.mjs'])
    expect((await get(path)).headers['content-security-policy']).not.toContain('wasm');
});

it('a console that was not built shows how to build it', async () => {
  const get = await serve('', join(folder, 'nowhere'));
  const answer = await get('/console/');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
  expect(answer.body).toContain('npm run build');
});
