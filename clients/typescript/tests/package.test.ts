import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../../server/testing/door.ts';
import { samples } from '../../../server/testing/files.ts';
import { hasCurl } from '../../../server/testing/guide.ts';
import { clientFolder, mainOf } from '../../../server/testing/generated.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const door = await openDoor();
const folder = await mkdtemp(join(tmpdir(), 'doorway package '));
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await door.close();
});

const readme = await readFile(join(clientFolder, 'README.md'), 'utf8');
const programs = [...readme.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, program = '']) => program);

async function install(): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const [commands = ''] = [...readme.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block);
  expect(await readFile(join(root, 'docs/partner-guide.md'), 'utf8'), 'the guide has the same').toContain(commands);
  const npm = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_offline: 'true' };
  const cache = { npm_config_cache: join(folder, 'cache'), npm_config_update_notifier: 'false' };
  const env = { PATH: process.env.PATH, BASE: door.url, ...npm, ...cache };
  await run('sh', ['-euc', commands.replace('curl ', 'curl --fail --silent --show-error ')], { cwd: folder, env });
  const { dependencies, peerDependencies, optionalDependencies, scripts } = JSON.parse(
    await readFile(join(folder, 'node_modules/doorway-client/package.json'), 'utf8'),
  );
  expect([dependencies, peerDependencies, optionalDependencies]).toEqual([undefined, undefined, undefined]);
  expect(Object.keys(scripts ?? {}).filter((name) => /^(?:pre|post)?install$/.test(name))).toEqual([]);
}

async function compile(compiler: string, more: object): Promise<string> {
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: 'es2022',
    lib: ['es2022'],
    types: ['node'],
    noEmit: true,
    ...more,
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const { stdout } = await run(process.execPath, [compiler, '--project', folder]).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

/** The command ends with 0 when it is interrupted, 1 when it is refused, and 2 when it is called wrongly. */
async function listens(env: Record<string, string | undefined>): Promise<void> {
  const bin = join(folder, 'node_modules/.bin/doorway-client');
  const begin = (args: string[], more: object = {}) => {
    const child = spawn(process.execPath, [bin, ...args], { env: { ...env, ...more }, stdio: 'pipe' });
    const said = text(child.stderr);
    const ended = once(child, 'close').then(async ([code]) => [code, await said]);
    return { child, ended };
  };
  expect(await begin(['tail']).ended).toEqual([2, expect.stringContaining('The only command is listen.')]);
  expect(await begin(['listen'], { DOORWAY_TOKEN: 'dw_wrong' }).ended).toEqual([1, expect.stringContaining('token')]);
  const { child, ended } = begin(['listen', '--after', '0', '--json']);
  child.stderr.once('data', () => child.kill('SIGINT'));
  expect(await ended).toEqual([0, 'Listening for events after number 0. Ctrl+C ends it.\n']);
}

it.runIf(hasCurl)(
  'the client that the service has works in an empty project, and the programs of its README compile and do what they say',
  async () => {
    await install();
    expect(programs[0]?.trim().split('\n').length).toBeLessThanOrEqual(12);

    await mkdir(join(folder, 'node_modules/@types'));
    for (const name of ['@types/node', 'undici-types'])
      await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
    for (const [at, program] of programs.entries()) await writeFile(join(folder, `program-${at}.ts`), program);
    const [older, newer] = [
      join(dirname(mainOf('typescript')), 'tsc.js'),
      join(root, 'node_modules/typescript/bin/tsc'),
    ];
    // The older one takes long to check the types of Node.
    expect(await compile(older, { module: 'nodenext', skipLibCheck: true })).toBe('');
    expect(await compile(newer, { module: 'preserve', moduleResolution: 'bundler' })).toBe('');

    await writeFile(join(folder, 'invoice.pdf'), samples.pdf);
    const env = { PATH: process.env.PATH, DOORWAY_URL: door.url, DOORWAY_TOKEN: door.token };
    const outputs: string[] = [];
    // The programs have no types of their own, so that Node 20 runs them as they are.
    for (const [at, program] of programs.slice(0, 5).entries()) {
      await writeFile(join(folder, `program-${at}.js`), program);
      outputs.push((await run(process.execPath, [`program-${at}.js`], { cwd: folder, env })).stdout);
    }
    const [, id] = /^(\S{36}) Supplier invoice created\./.exec(outputs[0] ?? '') ?? [];
    expect(outputs).toEqual([
      expect.any(String),
      '1568.75 true\n',
      `exists as ${id}\n`,
      expect.stringMatching(new RegExp(`^scan-1 (received|held)\n${id} \\1 undefined\nnext time from \\S+\n$`)),
      'scan-2 was received true\n',
    ]);
    await listens(env);
  },
);

it('packing it again gives the same bytes, in another folder, at another time and with other permissions', async () => {
  const { packClient } = await import(new URL('../../../scripts/client-package.js', import.meta.url).href);
  const copy = join(folder, 'copy');
  await mkdir(copy);
  // In another order than that of the names.
  for (const name of ['README.md', 'package.json', 'dist'])
    await cp(join(clientFolder, name), join(copy, name), { recursive: true });
  await chmod(join(copy, 'dist/index.js'), 0o600);
  await chmod(join(copy, 'README.md'), 0o666);
  await utimes(join(copy, 'dist/bin.js'), 0, 0);
  packClient(copy, copy);
  const served = await readFile(join(root, 'server/dist/clients/typescript.tgz'));
  expect((await readFile(join(copy, 'typescript.tgz'))).equals(served)).toBe(true);
});
