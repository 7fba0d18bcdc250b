// Builds the service, the console and the pages of the documentation. Every start asks for it, also that of an installation for production, which has
// nothing to build with and brings what was built before.
import { spawnSync } from 'node:child_process';
import { hasCompilers, isBuilt, readJson, root } from './tools.js';

if (hasCompilers()) {
  const { bin } = readJson('node_modules/typescript/package.json');
  const compile = [`${root}node_modules/typescript/${bin.tsc}`, '-p', `${root}server/tsconfig.build.json`];
  const { status } = spawnSync(process.execPath, compile, { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  await import('../console/build.js');
  await import('./docs.js');
} else if (isBuilt()) console.error('The compilers are not installed, so Doorway is used as it was built before.');
else {
  console.error(
    'Doorway is not built, and the compilers are not installed. Run npm ci without --omit=dev, or use a package made by npm pack.',
  );
  process.exitCode = 1;
}
