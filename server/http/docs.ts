import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { docsFolder, version } from '../package.ts';
import { aboutOperators, describeRoute, operatorSecurity, operatorTags } from './operator-document.ts';
import { addToReference, pageRoutes, readPages } from './pages.ts';

const about = `The partner interface of Doorway: register and list suppliers, submit supplier invoices, attach files to them, and create work orders for projects.

**Access.** Every operation takes the header \`Authorization: Bearer <ACCESS_TOKEN>\`. The company issues the token; it carries scopes and may expire.

**Errors.** Every error has the body \`{traceId, message}\`. The message says what to do; give the trace id when you contact support. A request that failed left nothing behind and can be sent again once its cause is mended.

**Retries.** After a time-out or a 503, send the same request again. Nothing is created twice: a 409 says what exists and what differs from what was sent.

**Amounts** are kept exactly as they are sent, digit for digit. **Dates** are epoch milliseconds. \`null\` is the same as leaving a field out. Unknown fields are kept and named in the answer.`;

/** Makes the partners' document from the schemas of the routes that are added after this. */
export async function describePartners(app: FastifyInstance, basePath: string, publicUrl: string | undefined): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Doorway partner interface',
        version,
        description: about,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: `${publicUrl ?? ''}${basePath}` || '/', description: 'This service.' }],
      tags: [
        { name: 'Suppliers', description: 'Who sends invoices to the company.' },
        { name: 'Supplier invoices', description: 'What they send, and the files that belong to it.' },
        { name: 'Work orders', description: 'Work to be done in the company’s projects.' },
        { name: 'Access tokens', description: 'For partners that fetch tokens of an hour themselves, with client credentials.' },
      ],
      components: {
        securitySchemes: {
          accessToken: { type: 'http', scheme: 'bearer', description: 'An access token that the company issued, such as dw_… .' },
          clientSecret: { type: 'http', scheme: 'basic', description: 'A client’s id and secret, which the company issued.' },
        },
      },
      security: [{ accessToken: [] }],
    },
    ...sharedOptions,
    transform: ({ schema, url }) => ({ schema: url.startsWith(operatorPath(basePath)) ? { ...schema, hide: true } : schema, url }),
  });

}

/** The two documents, once all routes are there. */
export interface Documents {
  partners(): object;
  operators(): object;
}

/** Serves the documents, and /docs: a reference page without any outside source, and the pages beside it. */
export async function serveDocs(app: FastifyInstance, basePath: string, { partners, operators }: Documents): Promise<void> {
  app.get(`${basePath}/openapi.json`, { schema: { hide: true }, config: { operation: 'openapi' } }, async () => partners());
  app.get(`${operatorPath(basePath)}/openapi.json`, { schema: { hide: true }, config: { operation: 'operatorOpenapi' } }, async () => operators());

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
export async function describeOperators(app: FastifyInstance, publicUrl: string | undefined): Promise<() => object> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Doorway operator API', version, description: aboutOperators, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      servers: [{ url: publicUrl ?? '/', description: 'This service.' }],
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

const sharedOptions: FastifyDynamicSwaggerOptions = {
  stripBasePath: false,
  refResolver: { buildLocalReference: (json, _base, _fragment, at) => (typeof json.$id === 'string' ? json.$id : `def-${at}`) },
  transformObject: (document) => ('openapiObject' in document ? onlyUsed(document.openapiObject) : document.swaggerObject) as never,
};

interface Document {
  components?: { schemas?: Record<string, unknown> };
}

/** Two documents share the schemas of one service; each shows those that it refers to. */
function onlyUsed(document: Document): Document {
  const { schemas = {}, ...components } = document.components ?? {};
  const used = new Set<string>();
  const follow = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name] ?? {});
    }
  };
  follow({ ...document, components: {} });
  return { ...document, components: { ...components, schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))) } };
}
