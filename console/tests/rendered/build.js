import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { isDone, setDone, stampOf } from '../../../scripts/stamps.js';

const name = 'console-rendered';
/** Below node_modules, where Vitest loads files as they are. */
const folder = fileURLToPath(new URL(`../../../node_modules/.cache/${name}`, import.meta.url));

/**
 * Bundles the console for Node, once per run and only after a change. As single modules, and with React for development,
 * the first page would take seconds.
 */
export default async function setup() {
  const stamp = stampOf(
    [
      'common',
      'console/src',
      'console/tests/rendered/build.js',
      'console/tests/rendered/console.tsx',
      'package-lock.json',
    ],
    (file) => !/\.(test|d)\.ts$/.test(file),
  );
  if (isDone(name, stamp) && existsSync(`${folder}/console.js`)) return;
  await build({
    configFile: false,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    logLevel: 'warn',
    // Vitest's own environment is that of development.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: 'tests/rendered/console.tsx',
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      minify: false,
    },
  });
  setDone(name, stamp);
}
