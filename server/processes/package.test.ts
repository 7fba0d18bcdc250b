import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const readJson = async (path: string) => JSON.parse(await readFile(join(root, path), 'utf8'));

/** Packages that only tests, builds and the console need, except those that the service's dependencies install too. */
async function developmentOnly(): Promise<string[]> {
  const [whole, server, console, client] = [
    await readJson('package.json'),
    await readJson('server/package.json'),
    await readJson('console/package.json'),
    await readJson('clients/typescript/package.json'),
  ];
  const named = Object.keys({ ...whole.devDependencies, ...console.devDependencies, ...client.devDependencies });
  const needed = new Set(['ajv', 'ajv-formats', '@types/node', '@types/pg', ...Object.keys(server.dependencies)]);
  return named.filter((name) => !needed.has(name));
}

it('the package has the program, the console and the migrations, and nothing of what they are made from', async () => {
  // Empty files have the same names and need not be compressed. The scripts would build.
  const folder = await mkdtemp(join(tmpdir(), 'doorway-pack-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const entry of await readdir(join(root, 'server'), { recursive: true, withFileTypes: true })) {
    const path = join(folder, relative(join(root, 'server'), join(entry.parentPath, entry.name)));
    if (entry.isDirectory()) await mkdir(path, { recursive: true });
    else await writeFile(path, '');
  }
  await cp(join(root, 'server/package.json'), join(folder, 'package.json'));
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: folder });
  const [packed] = Object.values<any>(JSON.parse(stdout));
  const files = packed.files.map(({ path }: { path: string }) => path) as string[];
  const migrations = (await readdir(join(root, 'server/migrations'))).map((name) => `migrations/${name}`);
  expect(files).toEqual(
    expect.arrayContaining([
      'package.json',
      'bin/doorway.js',
      'dist/main.js',
      'dist/web/index.html',
      'dist/docs/guide.html',
      'dist/docs/changes.html',
      'dist/guide/operators.html',
      ...migrations,
    ]),
  );
  expect(files.filter((path) => /\.(map|ts|tsx)$|\.test\.|testing\/|node_modules/.test(path))).toEqual([]);
  const { files: listed, scripts } = await readJson('server/package.json');
  expect(listed).toEqual(expect.arrayContaining(['openapi', 'npm-shrinkwrap.json']));
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'prepack', 'postpack']));
});

it('its lock has what the service needs, all of it, and nothing else', async () => {
  const { lockOf } = await import(new URL('../../scripts/lock.js', import.meta.url).href);
  const { name, version, dependencies } = await readJson('server/package.json');
  const { packages, lockfileVersion } = lockOf('server');
  expect(lockfileVersion).toBe(3);
  expect(packages['']).toMatchObject({ name, version, dependencies });
  for (const [needed, exact] of Object.entries(dependencies))
    expect([needed, packages[`node_modules/${needed}`]?.version]).toEqual([needed, exact]);
  for (const unwanted of await developmentOnly()) expect(packages).not.toHaveProperty([`node_modules/${unwanted}`]);
  for (const [path, entry] of Object.entries<any>(packages).filter(([path]) => path !== '')) {
    expect(entry, path).toMatchObject({ version: expect.any(String), integrity: expect.stringMatching(/^sha512-/) });
    expect(entry, path).not.toHaveProperty('dev');
    for (const needed of Object.keys(entry.dependencies ?? {})) {
      const around = path.split('/node_modules/').map((_, at, parts) => parts.slice(0, at + 1).join('/node_modules/'));
      const paths = ['', ...around.map((outer) => `${outer}/`)].map((outer) => `${outer}node_modules/${needed}`);
      expect(
        paths.some((candidate) => candidate in packages),
        `${needed} of ${path}`,
      ).toBe(true);
    }
  }
});

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

it('what is built asks for nothing but what the package depends on', async () => {
  const { dependencies } = await readJson('server/package.json');
  const names = (await readdir(join(root, 'server/dist'), { recursive: true })).filter(
    (name) => name.endsWith('.js') && !name.startsWith('web'),
  );
  expect(names.length).toBeGreaterThan(10);
  const asked = new Set<string>();
  for (const name of names) {
    const source = await readFile(join(root, 'server/dist', name), 'utf8');
    for (const [, imported, required] of source.matchAll(
      /^import (?:.* from )?"([^"]+)"|\b(?:__require|import)\("([^"]+)"\)/gm,
    )) {
      const specifier = imported ?? required ?? '';
      if (!specifier.startsWith('.') && !isBuiltin(specifier)) asked.add(packageOf(specifier));
    }
  }
  // An optional part of pg that Doorway does not use.
  expect([...asked].filter((name) => !(name in dependencies))).toEqual(['pg-native']);
  expect([...asked]).toEqual(expect.arrayContaining(['@scalar/fastify-api-reference', 'pdfjs-dist']));
});

it('the bill of materials names what is shipped, the makings of the console’s pages too, and no tool', async () => {
  const { stdout } = await run(process.execPath, [join(root, 'scripts/sbom.js')], { maxBuffer: 64 * 1024 * 1024 });
  const { bomFormat, specVersion, metadata, components } = JSON.parse(stdout);
  const { version } = await readJson('server/package.json');
  expect([bomFormat, specVersion]).toEqual(['CycloneDX', expect.stringMatching(/^1\.\d$/)]);
  expect(metadata.component).toMatchObject({ type: 'application', name: 'doorway', version });
  const names = components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'react', 'pdfjs-dist']));
  for (const tool of ['vitest', 'typescript', 'vite', 'playwright-core']) expect(names).not.toContain(tool);
  for (const component of components)
    expect(component).toMatchObject({ version: expect.any(String), purl: expect.stringMatching(/^pkg:npm\//) });
});

it('where there are no compilers, a build uses what was built before, and says so, or says what is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doorway package '));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const build = (name: string) =>
    run(process.execPath, [join(folder, 'scripts', name)]).catch(
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
  expect(await build('build.js')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Doorway is not built, .*\.\n$/),
  });
  await mkdir(join(folder, 'server/dist/web'), { recursive: true });
  for (const name of ['main.js', 'web/index.html']) await writeFile(join(folder, 'server/dist', name), '');
  const built = await build('build.js');
  expect(built).toEqual({ stdout: '', stderr: expect.stringMatching(/^The compilers are not installed, .*\.\n$/) });
  // The build fails instead of packing an old build.
  expect(await build('package.js')).toMatchObject({ code: 1, stderr: expect.stringContaining('npm ci') });
  expect(await readdir(join(folder, 'server/dist'))).toContain('main.js');
});
