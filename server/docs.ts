import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { operatorPath } from './config.ts';
import { etagOf, payloadOf } from './ground/http/answers/kept.ts';
import { addToReference, pageRoutes, readPages } from './ground/http/answers/pages.ts';
import { asJson, asOldJson, asYaml, keepDocument, type WriteDocument } from './ground/http/document/kept-document.ts';
import { clientsFolder, docsFolder } from './package.ts';

/** Available once all routes are registered. */
export interface Documents {
  partners(): object;
  operators(): object;
}

export interface DocsOptions {
  basePath: string;
  /** Whether the documents name the address that was asked: without PUBLIC_URL nobody knows another one. */
  namesHost: boolean;
}

export async function serveDocs(
  app: FastifyInstance,
  { basePath, namesHost }: DocsOptions,
  { partners, operators }: Documents,
): Promise<void> {
  const add = (path: string, operation: string, type: string, documentOf: () => object, write: WriteDocument) => {
    const answer = keepDocument(type, documentOf, write);
    app.get(path, { schema: { hide: true }, config: { operation, public: true } }, async (request, reply) => {
      // No cache may give one caller's address to another.
      if (namesHost) reply.headers({ 'cache-control': 'private, no-cache', vary: 'host' });
      const origin = namesHost ? originOf(request) : undefined;
      return reply.send(payloadOf(request, reply, await answer(origin === undefined ? undefined : origin + basePath)));
    });
  };
  add(`${basePath}/openapi.json`, 'openapi', 'application/json; charset=utf-8', partners, asJson);
  add(
    `${operatorPath(basePath)}/openapi.json`,
    'operatorOpenapi',
    'application/json; charset=utf-8',
    operators,
    asJson,
  );
  add(`${basePath}/openapi-3.0.json`, 'openapi', 'application/json; charset=utf-8', partners, asOldJson);
  add(`${basePath}/openapi.yaml`, 'openapi', 'application/yaml; charset=utf-8', partners, asYaml);

  await clientRoutes(app, basePath);

  const pages = await readPages(docsFolder);
  pageRoutes(app, `${basePath}/docs`, pages);

  // The hook that changes the reference has its own scope, because it must not affect other answers.
  await app.register(async (scope) => {
    addToReference(scope, pages);
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, public: true };
    });
    await referenceRoutes(scope, basePath);
  });
}

const hostname = /^(?:[a-z0-9_](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** The client package as it was packed by the build, and its hash in the format of sha256sum. */
async function clientRoutes(app: FastifyInstance, basePath: string): Promise<void> {
  const name = 'typescript.tgz';
  const packed = await readFile(join(clientsFolder, name)).catch(() => undefined);
  if (packed === undefined) return;
  const add = (path: string, type: string, bytes: Buffer) => {
    const kept = { type, bytes, etag: etagOf(bytes) };
    app.get(
      `${basePath}/clients/${path}`,
      { schema: { hide: true }, config: { operation: 'docs', public: true } },
      async (request, reply) => reply.header('cache-control', 'no-cache').send(payloadOf(request, reply, kept)),
    );
  };
  const hash = createHash('sha256').update(packed).digest('hex');
  add(name, 'application/gzip', packed);
  add(`${name}.sha256`, 'text/plain; charset=utf-8', Buffer.from(`${hash}  ${name}\n`));
}

/** Undefined if the header Host looks like no host. */
function originOf({ protocol, host }: FastifyRequest): string | undefined {
  return typeof host === 'string' && hostname.test(host) ? `${protocol}://${host}` : undefined;
}

async function referenceRoutes(app: FastifyInstance, basePath: string): Promise<void> {
  // Loading it takes a tenth of a start, which DOCS=off saves.
  const { default: reference } = await import('@scalar/fastify-api-reference');
  await app.register(reference, {
    routePrefix: `${basePath}/docs` as `/${string}`,
    configuration: {
      sources: [
        { url: `${basePath}/openapi.json`, title: 'Partner interface', agent: { disabled: true } },
        { url: `${operatorPath(basePath)}/openapi.json`, title: 'Operator API', agent: { disabled: true } },
      ],
      pageTitle: 'Doorway reference',
      // These options disable calls to external services.
      telemetry: false,
      withDefaultFonts: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      orderSchemaPropertiesBy: 'preserve',
      // All sections are open, so that the browser's search finds every field.
      defaultOpenAllTags: true,
      expandAllModelSections: true,
    },
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.header('content-security-policy', docsPolicy);
        done();
      },
    },
  });
}

// The page's own script is inline and sets styles; nothing is loaded from elsewhere.
const docsPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'";
