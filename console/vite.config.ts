import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const outDir = fileURLToPath(new URL('../server/dist/web', import.meta.url));

/** Compressed once here, so that the service never spends a request's time on it. */
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
 * What the reader of PDF files asks for by name while it reads one. The version in the path lets browsers keep it for
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

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Where the console is served is known only when the service runs.
  base: './',
  plugins: [react(), pdfParts, compress],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    // Browsers of 2024 and later know light-dark() themselves.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 800,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A few files instead of a hundred crumbs; calendars and rare inputs stay with the pages that need them.
          groups: [
            { name: 'frame', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|@floating-ui)[\\/]/ },
            {
              name: 'shared',
              test: /src[\\/](shared(?![\\/]form[\\/](day-input|picker|typed-day))|layout|text|[a-z-]+\.tsx?$)/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
});
