import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { version } from '../package.ts';

const about = `The partner interface of Doorway: register and list suppliers, submit supplier invoices, attach files to them, and create work orders for projects.

**Access.** Every operation takes the header \`Authorization: Bearer <ACCESS_TOKEN>\`. The company issues the token; it carries scopes and may expire.

**Errors.** Every error has the body \`{traceId, message}\`. The message says what to do; give the trace id when you contact support. A request that failed left nothing behind and can be sent again once its cause is mended.

**Retries.** After a time-out or a 503, send the same request again. Nothing is created twice: a 409 says what exists and what differs from what was sent.

**Amounts** are kept exactly as they are sent, digit for digit. **Dates** are epoch milliseconds. \`null\` is the same as leaving a field out. Unknown fields are kept and named in the answer.`;

/** Serves /openapi.json, made from the schemas of the routes, and /docs, a reference page without any outside source. */
export async function serveDocs(app: FastifyInstance, basePath: string, publicUrl: string | undefined): Promise<void> {
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
    stripBasePath: false,
    refResolver: { buildLocalReference: (json, _base, _fragment, at) => (typeof json.$id === 'string' ? json.$id : `def-${at}`) },
  });

  app.get(`${basePath}/openapi.json`, { schema: { hide: true }, config: { operation: 'openapi' } }, async () => app.swagger());

  await app.register(reference, {
    routePrefix: `${basePath}/docs` as `/${string}`,
    configuration: {
      url: `${basePath}/openapi.json`,
      title: 'Doorway partner interface',
      pageTitle: 'Doorway partner interface',
      // What is left out would call on services elsewhere.
      telemetry: false,
      withDefaultFonts: false,
      agent: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
      orderSchemaPropertiesBy: 'preserve',
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
  "default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'";
