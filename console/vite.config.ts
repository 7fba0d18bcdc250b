import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const outDir = fileURLToPath(new URL('../server/dist/web', import.meta.url));

/** Files are compressed once, by the build, not per request. */
const compress: Plugin = {
  name: 'compress',
  apply: 'build',
  closeBundle: async () => {
    for (const name of await readdir(`${outDir}/assets`, { recursive: true })) {
      if (!/\.(m?js|css|wasm)$/.test(name)) continue;
      const bytes = await readFile(`${outDir}/assets/${name}`);
      await writeFile(`${outDir}/assets/${name}.br`, brotliCompressSync(bytes));
      await writeFile(`${outDir}/assets/${name}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
};

const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/**
 * Parts that the PDF reader loads by name while it reads a file. The version in the path lets browsers cache them for
 * ever.
 */
const pdfParts: Plugin = {
  name: 'pdf-parts',
  apply: 'build',
  async generateBundle() {
    const { version } = JSON.parse(await readFile(join(pdfjs, 'package.json'), 'utf8')) as { version: string };
    for (const folder of ['standard_fonts', 'cmaps', 'wasm', 'iccs'])
      for (const name of await readdir(join(pdfjs, folder))) {
        if (!/\.(pfb|ttf|bcmap|wasm|icc)$|^LICENSE/.test(name)) continue;
        this.emitFile({
          type: 'asset',
          fileName: `assets/pdfjs-${version}/${folder}/${name}`,
          source: await readFile(join(pdfjs, folder, name)),
        });
      }
  },
};

const ownShared =
  /src[\\/](shared(?![\\/]form[\\/](day-input|picker|typed-day))|layout|text(?![\\/]calls)|[a-z-]+\.tsx?$)/;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // The base path is known only when the service runs.
  base: './',
  plugins: [react(), pdfParts, compress],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    // Browsers since 2024 support light-dark().
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 800,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A few files instead of many small ones. The first page loads only what it needs; calendars and rare inputs
          // stay with their pages.
          groups: [
            {
              name: 'frame',
              tags: ['$initial'],
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|@floating-ui)[\\/]/,
            },
            { name: 'shared', tags: ['$initial'], minShareCount: 2 },
            { name: 'records', test: ownShared, minShareCount: 3 },
          ],
        },
      },
    },
  },
});
