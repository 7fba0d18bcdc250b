// Builds the console, unless it was built since anything that it is made of changed: every start asks for it.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const built = join(here, '../server/dist/web/index.html');
const timeOf = (file) => statSync(file).mtimeMs;
const parts = ['src', 'public'].flatMap((folder) =>
  readdirSync(join(here, folder), { recursive: true }).map((name) => join(here, folder, name)),
);
const newest = Math.max(
  ...[
    ...parts,
    ...['index.html', 'vite.config.ts', 'build.js', '../package-lock.json'].map((name) => join(here, name)),
  ].map(timeOf),
);

if (!existsSync(built) || timeOf(built) <= newest)
  await build({ configFile: join(here, 'vite.config.ts'), logLevel: 'warn' });
