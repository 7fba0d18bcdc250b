import type { FastifySchema, RouteOptions, FastifyInstance } from 'fastify';
import swagger from '@fastify/swagger';
import { deprecationHeaders } from './deprecation.ts';
import { lacksScope, rateHeaders } from './shapes.ts';
import { scopesInWords, type Door } from './door.ts';
import { anyScope } from './operation.ts';
import { operatorPath } from '../config.ts';
import { contact, license, serversAt, sharedOptions } from '../ground/http/document/publish.ts';
import { version } from '../package.ts';

const aboutPartners = `The partner interface of Doorway: register and list suppliers, submit supplier invoices, attach files to them, and create work orders for projects.

**Access.** Every operation takes the header \`Authorization: Bearer <ACCESS_TOKEN>\`. The company issues the token, or client credentials with which a partner fetches tokens of an hour itself. A token carries scopes and may expire.

**Errors.** Every error has the body \`{traceId, message}\`. The message says what to do; give the trace id when you contact support. The header \`Doorway-Error\` has a code for programs. A request that failed left nothing behind and can be sent again once its cause is mended.

**Retries.** After a time-out or a 503, send the same request again. Nothing is created twice: a 409 says what exists and what differs from what was sent.

**Amounts** are kept exactly as they are sent, digit for digit, with at most 30 decimals; a number in an unknown field has at most 100 digits when it is written out. **Identifiers** have no control, zero-width or direction characters, also where a pattern does not say so. **Dates** are epoch milliseconds. \`null\` is the same as leaving a field out. Unknown fields are kept and named in the answer; one object may have at most 1,000 of them. A field named \`__proto__\`, or \`constructor\` with a field \`prototype\`, is a 400 anywhere in a body.

**Compression.** A body may be sent with \`Content-Encoding: gzip\`.

**Versions.** Later versions add operations, optional parameters, and fields and values of answers; ignore those that you do not know. Nothing is removed or narrowed unless it was deprecated at least 12 months before. Every answer of a deprecated operation, and to a deprecated parameter, has the headers \`Deprecation\` (RFC 9745, since when), \`Sunset\` (RFC 8594, the day from which it may be removed) and \`Link\` with \`rel="deprecation"\`.`;

const accessTokens = {
  name: 'Access tokens',
  description: 'For partners that fetch tokens of an hour themselves, with client credentials.',
};

const partnerSecurity = (root: string, scopes: Record<string, string>) =>
  ({
    oauth2: {
      type: 'oauth2',
      description: 'Client credentials that the company issued, exchanged for access tokens of an hour.',
      flows: { clientCredentials: { tokenUrl: `${root}/oauth/token`, scopes } },
    },
    accessToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'An access token that the company issued, such as dw_… .',
    },
    clientSecret: { type: 'http', scheme: 'basic', description: 'A client’s id and secret, which the company issued.' },
  }) as const;

const traceparent = {
  type: 'string',
  description:
    'The W3C trace context of your own request, if you have one. Its trace id becomes the traceId of this request; a value that is not valid is left aside.',
  examples: ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
};

const ifNoneMatch = {
  type: 'string',
  description: 'The ETag of an earlier answer. While nothing has changed since, the answer is a 304 without a body.',
  examples: ['W/"5b1f0a6e2c88-17"'],
};

/** Adds the security and the answers that follow from a route's scope, so that no route describes them itself. */
function describePartnerRoute(schema: FastifySchema | undefined, { config }: RouteOptions): FastifySchema | undefined {
  const { scope, includedIn = [] } = config ?? {};
  if (schema === undefined || scope === undefined) return schema;
  const answers = schema.response as Answers;
  const { properties } = (schema.headers ?? {}) as { properties?: object };
  return {
    ...schema,
    description: `${schema.description} ${neededScope(scope, includedIn)}`,
    // In this order: some generators use the first scheme, and with the other one send the token without "Bearer".
    security: [
      ...(scope === anyScope ? [{ oauth2: [] }] : [scope, ...includedIn].map((one) => ({ oauth2: [one] }))),
      { accessToken: [] },
    ],
    headers: {
      type: 'object',
      properties: { ...properties, ...(304 in answers && { 'if-none-match': ifNoneMatch }), traceparent },
    },
    response: withDeprecation(
      schema.deprecated === true,
      withRates(scope === anyScope ? answers : { ...answers, 403: lacksScope(scope) }),
    ),
  };
}

function neededScope(scope: string, includedIn: readonly string[]): string {
  if (scope === anyScope) return 'Any valid access token will do.';
  const wider = includedIn.length === 0 ? '' : ` or ${includedIn.join(' or ')}`;
  return `The access token needs the scope ${scope}${wider}.`;
}

type Answers = Record<number, { headers?: object }>;

/** Rates are counted per partner, so only answers to an authenticated caller have the headers. */
const withRates = (answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [
      status,
      ['200', '304', '429'].includes(status) ? { ...answer, headers: { ...answer.headers, ...rateHeaders } } : answer,
    ]),
  );

const withDeprecation = (isDeprecated: boolean, answers: Answers): Answers =>
  isDeprecated
    ? Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [
          status,
          { ...answer, headers: { ...answer.headers, ...deprecationHeaders } },
        ]),
      )
    : answers;

/** Generates the partners' document from the schemas of the routes that are added after this call. */
export async function describePartners(
  app: FastifyInstance,
  basePath: string,
  publicUrl: string | undefined,
  doors: readonly Door[],
  webhooks: Record<string, object>,
): Promise<void> {
  const root = `${publicUrl ?? ''}${basePath}`;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Doorway partner interface', version, description: aboutPartners, contact, license },
      servers: serversAt(root),
      tags: [...doors.map(({ tag }) => tag).filter(({ description }) => description !== undefined), accessTokens],
      components: { securitySchemes: partnerSecurity(root, scopesInWords(doors)) },
      security: [{ oauth2: [] }, { accessToken: [] }],
      webhooks,
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
