import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { openOwnApp } from '../testing/door.ts';
import { pdfOf } from '../testing/files.ts';
import { clientFolder, packageOf, typesOf } from '../testing/generated.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

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

const door = await openOwnApp('The base path is a setting of the process.', {
  env: { DOCS: 'on', BASE_PATH: '/partners' },
});
const folder = await mkdtemp(join(tmpdir(), 'doorway-client-'));
await mkdir(join(folder, 'node_modules'));
await symlink(packageOf('openapi-fetch'), join(folder, 'node_modules/openapi-fetch'), 'junction');
await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
await writeFile(
  join(folder, 'tsconfig.json'),
  JSON.stringify({ compilerOptions, files: ['five-calls.ts', 'invoice-calls.ts', 'refused.ts'] }),
);
for (const name of ['form.ts', 'five-calls.ts', 'invoice-calls.ts', 'refused.ts'])
  await copyFile(join(clientFolder, 'examples', name), join(folder, name));
const pdf = new Blob([Uint8Array.from(pdfOf(2_000))], { type: 'application/pdf' });
const load = async (name: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href);
const document = JSON.parse(await readFile(join(root, 'openapi/partner.json'), 'utf8')) as object;
await writeFile(join(folder, 'partner.ts'), await typesOf(document));
// The build has generated these for the console, in the same way.
await copyFile(join(root, 'console/src/api/operator.d.ts'), join(folder, 'operator.ts'));
afterAll(async () => {
  await door.close();
  await rm(folder, { recursive: true, force: true });
});

it('types generated from both documents compile, with a program that uses them and the mistakes that they find', async () => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, '--checkers', '1', '--project', folder]).catch(
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
  const { fiveCalls } = await load('five-calls.js');
  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(await fiveCalls(servers[0].url, door.token, pdf)).toEqual({
    supplier: 'Supplier created.',
    invoice: uuid,
    attachment: uuid,
    firstSupplier: '1042',
    next: undefined,
    title: 'Eken #1',
    again: { status: 409, traceId: expect.stringMatching(/^[0-9a-f]{32}$/), message: expect.stringContaining('1042') },
  });
});

it('a generated client checks an invoice, creates, attaches, lists and withdraws it, and reads it back', async () => {
  await door.addSupplier('1043');
  const { invoiceCalls } = await load('invoice-calls.js');
  expect(await invoiceCalls(`${door.url}/partners`, door.token, pdf)).toEqual({
    findings: [],
    listed: [true],
    state: 'withdrawn',
    reason: 'Sent twice.',
    files: [true],
    totalPrice: 250,
  });
});
