import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, whether this runs from source or from dist/. */
function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

export const migrationsFolder = join(packageFolder(), 'migrations');

/** Where Vite puts the built console. */
export const consoleFolder = join(packageFolder(), 'dist', 'web');

/** Where the build puts the pages next to the reference. */
export const docsFolder = join(packageFolder(), 'dist', 'docs');

export const { version } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as {
  version: string;
};
