import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { docsFolder, version } from './package.ts';
import { aboutOperators, describeRoute, operatorSecurity, operatorTags } from './desk/document.ts';
import { addToReference, pageRoutes, readPages } from './ground/http/pages.ts';
import { aboutPartners, describePartnerRoute, partnerSecurity, partnerTags } from './door/document.ts';
import { publish, type Document } from './ground/http/publish.ts';

/** Makes the partners' document from the schemas of the routes that are added after this. */
export async function describePartners(
  app: FastifyInstance,
  basePath: string,
  publicUrl: string | undefined,
): Promise<void> {
  const root = `${publicUrl ?? ''}${basePath}`;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Doorway partner interface', version, description: aboutPartners, license },
      servers: serversAt(root),
      tags: partnerTags,
      components: { securitySchemes: partnerSecurity(root) },
      security: [{ accessToken: [] }],
    },
    ...sharedOptions,
    transform: ({ schema, url, route }) => ({
      schema: url.startsWith(operatorPath(basePath))
        ? { ...schema, hide: true }
        : (describePartnerRoute(schema, route) as FastifySchema),
      url,
    }),
  });
}

/** The two documents, once all routes are there. */
export interface Documents {
  partners(): object;
  operators(): object;
}

/** Serves the documents, and /docs: a reference page without any outside source, and the pages beside it. */
export async function serveDocs(
  app: FastifyInstance,
  basePath: string,
  { partners, operators }: Documents,
): Promise<void> {
  app.get(`${basePath}/openapi.json`, { schema: { hide: true }, config: { operation: 'openapi' } }, async () =>
    partners(),
  );
  app.get(
    `${operatorPath(basePath)}/openapi.json`,
    { schema: { hide: true }, config: { operation: 'operatorOpenapi' } },
    async () => operators(),
  );

  const pages = await readPages(docsFolder);
  pageRoutes(app, basePath, pages);

  // In a scope of its own, since what is put into the reference goes into no other answer.
  await app.register(async (scope) => {
    addToReference(scope, pages);
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
      // What is left out would call on services elsewhere.
      telemetry: false,
      withDefaultFonts: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      orderSchemaPropertiesBy: 'preserve',
      // A field is found by looking, not by opening one fold after the other.
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

// The page's own script is inline and styles itself; nothing is loaded from elsewhere.
const docsPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'";

export const operatorPath = (basePath: string) => `${basePath}/operator/v1`;

/** Makes the document of the operator API. For the scope that has its routes, before they are added. */
export async function describeOperators(
  app: FastifyInstance,
  basePath: string,
  publicUrl: string | undefined,
): Promise<() => object> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Doorway operator API', version, description: aboutOperators, license },
      servers: serversAt(`${publicUrl ?? ''}${basePath}`),
      tags: operatorTags,
      components: { securitySchemes: operatorSecurity },
      security: [{ session: [] }, { operatorToken: [] }],
    },
    ...sharedOptions,
    transform: ({ schema, url, route }) => ({ schema: describeRoute(schema, route), url }),
    decorator: 'operatorSwagger',
  });
  return () => (app as FastifyInstance & { operatorSwagger: () => object }).operatorSwagger();
}

const license = { name: 'Apache-2.0', identifier: 'Apache-2.0' };

/** The base path stands here, and so in no path: a client puts the one before the other. */
const serversAt = (root: string) => [{ url: root || '/', description: 'This service.' }];

const sharedOptions: FastifyDynamicSwaggerOptions = {
  stripBasePath: true,
  refResolver: {
    buildLocalReference: (json, _base, _fragment, at) => (typeof json.$id === 'string' ? json.$id : `def-${at}`),
  },
  transformObject: (document) =>
    'openapiObject' in document ? publish(document.openapiObject as Document) : document.swaggerObject,
};
