// Builds what has changed of the service, the console and the pages of the documentation. Every start asks for it, also in an
// installation for production, which has no compilers and uses what was built before.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCompilers, isBuilt, root } from './tools.js';

const parts = [
  { name: 'server', from: ['server', 'scripts/build-server.js'], made: 'main.js', build: './build-server.js' },
  {
    name: 'console',
    from: ['console/src', 'console/public', 'console/index.html', 'console/vite.config.ts', 'console/build.js'],
    made: 'web/index.html',
    build: '../console/build.js',
  },
  { name: 'docs', from: ['docs', 'CHANGELOG.md', 'scripts/docs', 'scripts/docs.js'], made: 'docs', build: './docs.js' },
];

const stamps = `${root}node_modules/.cache/doorway`;
const neverBuilt = /(^|[\\/])(dist|node_modules|testing)([\\/]|$)|\.(test|testing)\.ts$/;

/** Changes when a file is added, removed or written. */
function stampOf(paths) {
  const files = paths.flatMap((path) =>
    statSync(join(root, path)).isDirectory()
      ? readdirSync(join(root, path), { recursive: true }).map((name) => join(path, name))
      : [path],
  );
  const hash = createHash('sha256');
  for (const file of files.filter((name) => !neverBuilt.test(name)).toSorted()) {
    const { size, mtimeMs } = statSync(join(root, file));
    hash.update(`${file}\n${size}\n${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

async function build({ name, from, made, build }) {
  const stamp = stampOf([...from, 'package-lock.json']);
  const file = `${stamps}/${name}`;
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (before === stamp && existsSync(`${root}server/dist/${made}`)) return;
  await import(build);
  mkdirSync(stamps, { recursive: true });
  writeFileSync(file, stamp);
}

if (hasCompilers()) await Promise.all(parts.map(build));
else if (isBuilt()) console.error('The compilers are not installed, so Doorway is used as it was built before.');
else {
  console.error(
    'Doorway is not built, and the compilers are not installed. Run npm ci without --omit=dev, or use a package made by npm pack.',
  );
  process.exitCode = 1;
}
