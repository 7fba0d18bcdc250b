import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Slow projects come first, so that no worker is left alone with them at the end. */
export const projectNames = ['console', 'processes', 'server', 'unit'] as const;
export type ProjectName = (typeof projectNames)[number];

/** A test belongs to the first project whose helper it imports, directly or through other helpers. */
const helpers: [ProjectName, RegExp][] = [
  ['console', /^console\/tests\/(?:browser|chromium)\.ts$/],
  [
    'processes',
    // A reader of PDF files is a thread, stores are servers and folders, and the linter and the compiler are processes.
    /^server\/(?:processes\/.*|testing\/(?:process|s3)\.ts|ground\/db\/embedded\/(?:embedded|binaries)\.ts|supplier-invoices\/documents\/reading\/reader\.ts|layers\.test\.ts)$/,
  ],
  ['server', /^server\/testing\/(?:citus|database)\.ts$/],
];

const isHelper = (path: string) =>
  /^(?:clients\/typescript\/tests|console\/tests|server\/testing|server\/contract)\/|\.testing\.ts$/.test(path);

export function testsByProject(): Record<ProjectName, string[]> {
  const files = ['clients', 'common', 'server', 'console'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name).replaceAll(sep, '/'))
      .filter((path) => path.endsWith('.test.ts') && !/\/(?:dist|node_modules)\//.test(path)),
  );
  const projects: Record<ProjectName, string[]> = { console: [], processes: [], server: [], unit: [] };
  for (const file of files) projects[projectOf(file)].push(file);
  return projects;
}

export function projectOf(file: string): ProjectName {
  const paths = [file, ...importedBy(file)];
  const [name = 'unit'] = helpers.find(([, helper]) => paths.some((path) => helper.test(path))) ?? [];
  return name;
}

export const longTests = (files: string[]) =>
  files.filter((file) => importedBy(file).includes('server/testing/long.ts'));

const known = new Map<string, string[]>();

function importsOf(path: string): string[] {
  let imports = known.get(path);
  if (imports === undefined) {
    const source = readFileSync(join(root, path), 'utf8');
    imports = [...source.matchAll(/^(?:import|export) (?!type )(?:[^;']*? from )?'(\.[^']+)';/gm)].map(
      ([, specifier = '']) => relative(root, resolve(root, dirname(path), specifier)).replaceAll(sep, '/'),
    );
    known.set(path, imports);
  }
  return imports;
}

function importedBy(file: string): string[] {
  const found = new Set<string>();
  const follow = (path: string) => {
    for (const next of importsOf(path)) {
      if (found.has(next)) continue;
      found.add(next);
      if (isHelper(next)) follow(next);
    }
  };
  follow(file);
  return [...found];
}
