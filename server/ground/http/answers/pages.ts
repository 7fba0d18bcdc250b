import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { contentType } from 'mime-types';
import { matchesEtag } from './negotiate.ts';

/** The partner guide and the change log as built pages, by file name; empty if they were not built. */
export type Pages = ReadonlyMap<string, string>;

export async function readPages(folder: string): Promise<Pages> {
  const names = await readdir(folder).catch(() => []);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function pageRoutes(app: FastifyInstance, basePath: string, pages: Pages): void {
  for (const [name, text] of pages) {
    if (name === navigation) continue;
    const type = contentType(extname(name)) || 'application/octet-stream';
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    app.get(
      `${basePath}/docs/${name.replace(/\.html$/, '')}`,
      { schema: { hide: true }, config: { operation: 'docs', public: true } },
      async (request, reply) => {
        reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache', etag });
        if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
        return reply.type(type).send(text);
      },
    );
  }
}

const navigation = 'navigation.html';

/** Adds the links to the pages to the reference, which is a library's own page, and opens its sections. */
export function addToReference(app: FastifyInstance, pages: Pages): void {
  const line = pages.get(navigation);
  if (line === undefined) return;
  app.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload !== 'string' || !String(reply.getHeader('content-type')).startsWith('text/html')) return payload;
    const head =
      '<link rel="stylesheet" href="./navigation.css"><script type="module" src="./unfold.js"></script></head>';
    return payload.replace('</head>', head).replace('<body>', () => `<body>${line}`);
  });
}
