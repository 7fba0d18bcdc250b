import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { operatorPath } from './config.ts';
import { addToReference, pageRoutes, readPages } from './ground/http/answers/pages.ts';
import { docsFolder } from './package.ts';

/** Available once all routes are registered. */
export interface Documents {
  partners(): object;
  operators(): object;
}

export async function serveDocs(
  app: FastifyInstance,
  basePath: string,
  { partners, operators }: Documents,
): Promise<void> {
  app.get(
    `${basePath}/openapi.json`,
    { schema: { hide: true }, config: { operation: 'openapi', public: true } },
    async () => partners(),
  );
  app.get(
    `${operatorPath(basePath)}/openapi.json`,
    { schema: { hide: true }, config: { operation: 'operatorOpenapi', public: true } },
    async () => operators(),
  );

  const pages = await readPages(docsFolder);
  pageRoutes(app, basePath, pages);

  // The hook that changes the reference has its own scope, because it must not affect other answers.
  await app.register(async (scope) => {
    addToReference(scope, pages);
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, public: true };
    });
    await referenceRoutes(scope, basePath);
  });
}

async function referenceRoutes(app: FastifyInstance, basePath: string): Promise<void> {
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
