import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../errors/errors.ts';
import { payloadOf } from '../../ground/http/answers/kept.ts';
import { notBuilt, servedAt, type BuiltConsole, type ServedConsole } from '../../ground/http/answers/web-files.ts';

// Mantine puts styles of its components into the page. Scripts come from this service only.
const policyWith = (scripts: string) =>
  `default-src 'none'; script-src ${scripts}; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

const pagePolicy = policyWith("'self'");
// A worker follows the policy of its own file. The PDF worker decodes scanned pages with WebAssembly.
const workerPolicy = policyWith("'self' 'wasm-unsafe-eval'");
const isWorker = (path: string) => /^assets\/pdf\.worker\.[\w.-]+$/.test(path);

/** Serves the page at every path that is no file; its router reads the path. */
export async function consoleRoutes(
  app: FastifyInstance,
  { basePath, built }: { basePath: string; built: BuiltConsole | undefined },
): Promise<void> {
  const root = `${basePath}/console/`;
  const placed = built && servedAt(root, built);
  const route = {
    schema: { hide: true },
    config: { operation: 'console', public: true, publicRate: 'often' },
  } as const;
  app.get(`${basePath}/console`, route, async (_request, reply) => reply.redirect(root, 302));
  // Somebody who types the bare address wants the console. Programs get the error that they always got.
  for (const path of new Set(['/', `${basePath}/`]))
    app.get(path, route, async (request, reply) => {
      reply.header('vary', 'accept');
      if (!/\btext\/html\b/i.test(request.headers.accept ?? '')) throw notFound();
      return reply.redirect(root, 302);
    });
  app.get(`${root}*`, route, async (request, reply) =>
    answer(request, reply, placed, (request.params as { '*': string })['*']),
  );
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  built: ServedConsole | undefined,
  path: string,
): FastifyReply {
  reply.header('content-security-policy', isWorker(path) ? workerPolicy : pagePolicy);
  if (built === undefined) return reply.code(503).type('text/html; charset=utf-8').send(notBuilt);
  const file = built.files.get(path);
  // A missing file of an older build is a 404: the page in place of a script would hide the error.
  if (file === undefined && path.startsWith('assets/')) return reply.callNotFound() as unknown as FastifyReply;
  const served = file ?? built.page;
  reply.header('cache-control', served.immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  return reply.send(payloadOf(request, reply, served));
}
