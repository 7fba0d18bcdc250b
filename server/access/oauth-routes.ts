import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { fitting, unauthorized } from '../errors.ts';
import { scopes } from '../http/auth.ts';
import { strangersBodyLimit } from '../http/budget.ts';
import { asApiError } from '../http/error-handler.ts';
import type { Strangers } from '../http/strangers.ts';
import { issueToken, revoke, type Credentials } from './clients.ts';
import { invalidClient, invalidRequest, OAuthError, unsupportedGrant } from './oauth-errors.ts';
import { issueSchema, revokeSchema } from './oauth-schemas.ts';
import { short } from '../short.ts';

export async function oauthRoutes(app: FastifyInstance, { pool }: Deps, strangers: Strangers): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: strangersBodyLimit }, (_request, body, done) =>
    done(null, new URLSearchParams(body as string)),
  );

  app.setErrorHandler((error, request, reply) => {
    const { status, code, message: whole, headers } = asOAuth(error, request, strangers);
    const message = fitting(whole);
    request.reason = message;
    if (status === 401) reply.header('www-authenticate', 'Basic realm="doorway"');
    return reply.code(status).headers(headers).type('application/json').send({ error: code, error_description: message });
  });

  app.post('/oauth/token', { bodyLimit: strangersBodyLimit, config: { operation: 'issueToken' }, attachValidation: true, schema: issueSchema }, async (request, reply) => {
    const form = formOf(request);
    const credentials = credentialsOf(request, form);
    if (form.get('grant_type') !== 'client_credentials') throw unsupportedGrant();
    reply.header('pragma', 'no-cache');
    return issueToken(pool, credentials, form.get('scope') ?? undefined);
  });

  app.post('/oauth/revoke', { bodyLimit: strangersBodyLimit, config: { operation: 'revokeToken' }, attachValidation: true, schema: revokeSchema }, async (request, reply) => {
    const form = formOf(request);
    const token = form.get('token');
    if (token === null) throw invalidRequest('token is required.');
    await revoke(pool, credentialsOf(request, form), token);
    return reply.send();
  });
}

/** RFC 8414. The well-known part stands before the issuer's own path, so this is not below BASE_PATH. */
export function oauthMetadata(app: FastifyInstance, { config }: Deps): void {
  const options = { config: { operation: 'oauthMetadata' }, schema: { hide: true } };
  app.get(`/.well-known/oauth-authorization-server${config.basePath}`, options, async (request) => {
    const issuer = (config.publicUrl ?? `${request.protocol}://${request.host}`) + config.basePath;
    const methods = ['client_secret_basic', 'client_secret_post'];
    return {
      issuer,
      token_endpoint: `${issuer}/oauth/token`,
      token_endpoint_auth_methods_supported: methods,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      revocation_endpoint_auth_methods_supported: methods,
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      scopes_supported: scopes,
      service_documentation: `${issuer}/docs`,
    };
  });
}

function formOf({ body }: FastifyRequest): URLSearchParams {
  if (!(body instanceof URLSearchParams)) throw invalidRequest('Send the parameters as application/x-www-form-urlencoded.');
  const seen = new Set<string>();
  for (const name of body.keys()) {
    if (seen.has(name)) throw invalidRequest(`${short(name)} is sent more than once.`);
    seen.add(name);
  }
  return body;
}

/** From the Authorization header (client_secret_basic) or from the form (client_secret_post), but not from both. */
function credentialsOf(request: FastifyRequest, form: URLSearchParams): Credentials {
  const header = request.headers.authorization;
  if (header === undefined) {
    const [id, secret] = [form.get('client_id'), form.get('client_secret')];
    if (id === null || secret === null) throw invalidClient();
    return { id, secret };
  }
  if (form.has('client_secret')) throw invalidRequest('The client secret is sent both in the Authorization header and in the form.');
  const [, encoded = ''] = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(header) ?? [];
  const [id, secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':').map(decodeFormValue);
  if (id === undefined || secret === undefined) throw invalidClient();
  return { id, secret };
}

/** RFC 6749, 2.3.1: both parts are form-encoded before they are joined. */
const decodeFormValue = (value: string) => new URLSearchParams(`v=${value}`).get('v') ?? '';

function asOAuth(error: unknown, request: FastifyRequest, strangers: Strangers) {
  const known = error instanceof OAuthError && error.status === 401 ? strangers.answer(request, unauthorized('client.invalid', error.message)) : undefined;
  if (error instanceof OAuthError && known?.status !== 429) return { status: error.status, code: error.code, message: error.message, headers: {} };
  const { status, message, headers } = known ?? asApiError(error as Parameters<typeof asApiError>[0], request);
  const code = status >= 500 ? (status === 503 ? 'temporarily_unavailable' : 'server_error') : 'invalid_request';
  return { status: status === 415 ? 400 : status, code, message, headers };
}
