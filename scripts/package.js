// Before npm pack: a clean build and the files that the package carries. With "clear", after it: removes them.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { lockOf } from './lock.js';
import { hasCompilers, root } from './tools.js';

const carried = ['LICENSE', 'README.md', 'openapi'];

if (process.argv[2] === 'clear')
  for (const name of [...carried, 'npm-shrinkwrap.json'])
    rmSync(`${root}server/${name}`, { recursive: true, force: true });
else if (!hasCompilers()) {
  console.error('A package is made where everything is installed. Run npm ci without --omit=dev first.');
  process.exitCode = 1;
} else {
  rmSync(`${root}server/dist`, { recursive: true, force: true });
  await import('./build.js');
  for (const name of carried) cpSync(`${root}${name}`, `${root}server/${name}`, { recursive: true });
  writeFileSync(`${root}server/npm-shrinkwrap.json`, `${JSON.stringify(lockOf('server'), null, 2)}\n`);
}
