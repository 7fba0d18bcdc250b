// Builds the parts that have changed since the last build: all of them, or those named on the command line. `npm start`
// runs it too, also in a production installation, which has no compilers and uses the earlier build.
import { existsSync } from 'node:fs';
import { isDone, setDone, stampOf } from './stamps.js';
import { hasCompilers, isBuilt, root } from './tools.js';

const parts = [
  {
    name: 'server',
    from: ['common', 'server', 'scripts/build-server.js', 'scripts/no-config-files.js'],
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
      'clients/typescript/README.md',
      'clients/typescript/tsconfig.build.json',
      'scripts/client-package.js',
    ],
    made: 'server/dist/clients/typescript.tgz',
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
    made: 'server/dist/guide',
    build: './docs.js',
  },
];

const neverBuilt = /(^|[\\/])(dist|generated|node_modules|testing)([\\/]|$)|\.(test|testing|d)\.ts$/;

async function build({ name, from, made, build }) {
  const stamp = stampOf([...from, 'package-lock.json'], (file) => !neverBuilt.test(file));
  if (isDone(name, stamp) && existsSync(`${root}${made}`)) return;
  await import(build);
  setDone(name, stamp);
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
