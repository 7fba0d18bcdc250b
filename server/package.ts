import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Works both from source and from dist/. */
function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

export const migrationsFolder = join(packageFolder(), 'migrations');

export const consoleFolder = join(packageFolder(), 'dist', 'web');

export const docsFolder = join(packageFolder(), 'dist', 'docs');

export const guideFolder = join(packageFolder(), 'dist', 'guide');

/** The client packages that are served to partners. */
export const clientsFolder = join(packageFolder(), 'dist', 'clients');

export const { version } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as {
  version: string;
};
