import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contentType } from 'mime-types';
import { keepText, payloadOf, type KeptContent } from './kept.ts';

/** Guides and the change log as built pages, by file name; empty if they were not built. */
export type Pages = ReadonlyMap<string, string>;

export async function readPages(folder: string): Promise<Pages> {
  const names = await readdir(folder).catch(() => []);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function pageRoutes(app: FastifyInstance, root: string, pages: Pages): void {
  for (const [name, text] of pages) {
    if (name === navigation) continue;
    const type = contentType(extname(name)) || 'application/octet-stream';
    let kept: Promise<KeptContent> | undefined;
    app.get(
      `${root}/${name.replace(/\.html$/, '')}`,
      { schema: { hide: true }, config: { operation: 'docs', public: true } },
      async (request, reply) => {
        reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' });
        return reply.send(payloadOf(request, reply, await (kept ??= keepText(type, text))));
      },
    );
  }
}

const navigation = 'navigation.html';

/**
 * Adds the links to the pages to the reference, which is a library's own page, and opens its sections. Its answers
 * never change, so each is made once.
 */
export function addToReference(app: FastifyInstance, pages: Pages): void {
  const line = pages.get(navigation);
  const kept = new Map<string, KeptContent>();
  const pathOf = ({ routeOptions }: FastifyRequest) => routeOptions.url as string;
  app.addHook('preHandler', async (request, reply) => {
    const content = kept.get(pathOf(request));
    return content && reply.send(payloadOf(request, reply, content));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || reply.statusCode !== 200) return payload;
    const type = String(reply.getHeader('content-type'));
    const isPage = type.startsWith('text/html') && line !== undefined;
    const content = await keepText(type, isPage ? withNavigation(payload, line) : payload);
    kept.set(pathOf(request), content);
    return payloadOf(request, reply, content);
  });
}

const withNavigation = (page: string, line: string) =>
  page
    .replace(
      '</head>',
      '<link rel="stylesheet" href="./navigation.css"><script type="module" src="./unfold.js"></script></head>',
    )
    .replace('<body>', () => `<body>${line}`);
