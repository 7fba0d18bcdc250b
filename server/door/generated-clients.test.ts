import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDoor, type Door } from '../testing/door.ts';
import { pdfOf } from '../testing/files.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const client = join(root, 'clients/typescript');
const { resolve } = createRequire(join(client, 'package.json'));

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: [],
  skipLibCheck: true,
};

let folder: string;
let door: Door;
beforeAll(async () => {
  door = await openDoor({ BASE_PATH: '/partners' });
  folder = await mkdtemp(join(tmpdir(), 'doorway-client-'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(packageOf('openapi-fetch'), join(folder, 'node_modules/openapi-fetch'), 'junction');
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['five-calls.ts', 'refused.ts'] }),
  );
  for (const name of ['five-calls.ts', 'refused.ts']) await copyFile(join(client, name), join(folder, name));
  const generate = join(packageOf('openapi-typescript'), 'bin/cli.js');
  for (const which of ['partner', 'operator'])
    await run(process.execPath, [
      generate,
      join(root, `openapi/${which}.json`),
      '--output',
      join(folder, `${which}.ts`),
    ]);
});
afterAll(async () => {
  await door.close();
  await rm(folder, { recursive: true, force: true });
});

/** Not every package lets its package.json be asked for. */
function packageOf(name: string): string {
  const main = resolve(name);
  return main.slice(0, main.lastIndexOf(join('node_modules', name)) + join('node_modules', name).length);
}

it('types generated from both documents compile, with a program that uses them and the mistakes that they find', async () => {
  const compiler = join(dirname(resolve('typescript')), 'tsc.js');
  const { stdout } = await run(process.execPath, [compiler, '--project', folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
});

it('a generated client makes the five calls, below a base path too', async () => {
  await door.addProject({
    number: 'p1',
    name: 'Eken',
    proposalIds: ['P-1'],
    facilities: [{ number: 'f', name: 'House' }],
  });
  const { servers } = (await door.call('GET', '/partners/openapi.json')).body;
  const { fiveCalls } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'five-calls.js')).href);
  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(
    await fiveCalls(
      door.url + servers[0].url,
      door.token,
      new Blob([Uint8Array.from(pdfOf(2_000))], { type: 'application/pdf' }),
    ),
  ).toEqual({
    supplier: 'Supplier created.',
    invoice: uuid,
    attachment: uuid,
    firstSupplier: '1042',
    next: undefined,
    title: 'Eken #1',
    again: { status: 409, traceId: expect.stringMatching(/^[0-9a-f]{32}$/), message: expect.stringContaining('1042') },
  });
});
