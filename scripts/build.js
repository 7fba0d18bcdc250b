// Builds the parts that have changed since the last build: all of them, or those named on the command line. `npm start`
// runs it too, also in a production installation, which has no compilers and uses the earlier build.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCompilers, isBuilt, root } from './tools.js';

const parts = [
  {
    name: 'server',
    from: ['common', 'server', 'scripts/build-server.js'],
    made: 'server/dist/main.js',
    build: './build-server.js',
  },
  {
    name: 'operator-types',
    from: ['openapi/operator.json', 'scripts/operator-types.js'],
    made: 'console/src/api/operator.d.ts',
    build: './operator-types.js',
  },
  {
    name: 'client',
    from: [
      'openapi/partner.json',
      'clients/typescript/src',
      'clients/typescript/build.js',
      'clients/typescript/package.json',
      'clients/typescript/tsconfig.build.json',
    ],
    made: 'clients/typescript/dist/index.js',
    build: '../clients/typescript/build.js',
  },
  {
    name: 'console',
    from: [
      'common',
      'console/src',
      'console/public',
      'console/index.html',
      'console/vite.config.ts',
      'console/build.js',
    ],
    made: 'server/dist/web/index.html',
    build: '../console/build.js',
  },
  {
    name: 'docs',
    from: ['docs', 'CHANGELOG.md', 'scripts/docs', 'scripts/docs.js'],
    made: 'server/dist/docs',
    build: './docs.js',
  },
];

const stamps = `${root}node_modules/.cache/doorway`;
const neverBuilt = /(^|[\\/])(dist|generated|node_modules|testing)([\\/]|$)|\.(test|testing|d)\.ts$/;

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
  if (before === stamp && existsSync(`${root}${made}`)) return;
  await import(build);
  mkdirSync(stamps, { recursive: true });
  writeFileSync(file, stamp);
}

const named = process.argv[1] === import.meta.filename ? process.argv.slice(2) : [];
if (hasCompilers())
  await Promise.all(parts.filter(({ name }) => named.length === 0 || named.includes(name)).map(build));
else if (isBuilt()) console.error('The compilers are not installed, so Doorway is used as it was built before.');
else {
  console.error(
    'Doorway is not built, and the compilers are not installed. Run npm ci without --omit=dev, or use a package made by npm pack.',
  );
  process.exitCode = 1;
}
