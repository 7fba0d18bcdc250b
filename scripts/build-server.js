// Bundles the service and its libraries into a few files, so that a start need not find a thousand modules. A command
// loads only the files that it needs.
import { readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { root } from './tools.js';

const folder = `${root}server/dist`;
const bundle = await rolldown({
  input: { main: `${root}server/main.ts`, 'pdf-reader': `${root}server/supplier-invoices/documents/reading/worker.ts` },
  platform: 'node',
  // The reference page reads its script from its own package; pdfjs is loaded only by the thread that reads PDF files.
  external: ['@scalar/fastify-api-reference', /^pdfjs-dist\//],
  resolve: {
    alias: {
      // Two names in its CommonJS form collide when bundled.
      '@opentelemetry/api': fileURLToPath(import.meta.resolve('@opentelemetry/api')),
      cosmiconfig: `${root}scripts/no-config-files.js`,
    },
  },
  // pg asks the navigator, which Node 20 has not, whether it runs at Cloudflare, and otherwise loads all of fetch.
  transform: { define: { navigator: '{"userAgent":"Node.js"}' } },
});
const { output } = await bundle.write({
  dir: folder,
  format: 'esm',
  sourcemap: true,
  // Comments of libraries are a tenth of what each start reads.
  comments: { jsdoc: false, annotation: false },
});
await bundle.close();

// Files of an earlier build are removed last: a command that starts meanwhile still finds them.
const made = new Set(output.map(({ fileName }) => fileName));
for (const entry of readdirSync(folder, { withFileTypes: true }))
  if (entry.isFile() && !made.has(entry.name)) rmSync(`${folder}/${entry.name}`);
  else if (entry.isDirectory() && !['web', 'docs', 'guide', 'clients'].includes(entry.name))
    rmSync(`${folder}/${entry.name}`, { recursive: true });
