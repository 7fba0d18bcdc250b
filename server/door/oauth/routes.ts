import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { authenticate, issueToken, revoke } from './actions.ts';
import { tryLater, invalidRequest, OAuthError, unsupportedGrant } from './errors.ts';
import { credentialsOf, formOf, notAForm, type Form } from './form.ts';
import { limitClients } from './limits.ts';
import { issueSchema, revokeSchema } from './schemas.ts';
import type { Deps, DoorDeps, ForgetTokens } from '../../deps.ts';
import { issuerOf } from '../issuer.ts';
import { headersOf, type ApiError } from '../../errors/errors.ts';
import { unknownCallerBodyLimit } from '../../ground/http/bodies/budget.ts';
import { asApiError, fitting } from '../../ground/http/answers/error-handler.ts';
import type { UnknownCalls } from '../../ground/http/arrival/rate-limit.ts';

export async function oauthRoutes(
  app: FastifyInstance,
  { pool, forgetTokens }: Deps & { forgetTokens: ForgetTokens },
  unknownCalls: UnknownCalls,
): Promise<void> {
  const limits = limitClients();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: unknownCallerBodyLimit },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  );

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { oauthCode, refusal } = asOAuth(error, request, unknownCalls);
    const { code, parameters, problems } = refusal;
    const message = fitting(refusal.message);
    request.call.refusal = { code, parameters, problems, message };
    return reply
      .code(refusal.status)
      .headers(headersOf(refusal))
      .type('application/json')
      .send({ error: oauthCode, error_description: message });
  });

  const clientOf = (request: FastifyRequest, form: Form) => {
    const credentials = credentialsOf(request, form);
    return limits.verify(request, credentials.id, () => authenticate(pool, credentials));
  };

  app.post(
    '/oauth/token',
    {
      bodyLimit: unknownCallerBodyLimit,
      config: { operation: 'issueToken', public: true, publicRate: 'often' },
      attachValidation: true,
      schema: issueSchema,
    },
    async (request, reply) => {
      const form = formOf(request);
      const grant = form.get('grant_type');
      if (grant === undefined) throw invalidRequest({ why: 'grant' });
      if (grant !== 'client_credentials') throw unsupportedGrant();
      const client = await clientOf(request, form);
      limits.countToken(client.id);
      reply.header('pragma', 'no-cache');
      return issueToken(pool, client, form.get('scope'));
    },
  );

  app.post(
    '/oauth/revoke',
    {
      bodyLimit: unknownCallerBodyLimit,
      config: { operation: 'revokeToken', public: true, publicRate: 'often' },
      attachValidation: true,
      schema: revokeSchema,
    },
    async (request, reply) => {
      const form = formOf(request);
      const token = form.get('token');
      if (token === undefined) throw invalidRequest({ why: 'token' });
      // A client can empty the cache only as often as it is issued tokens.
      if (await revoke(pool, await clientOf(request, form), token)) forgetTokens();
      return reply.send();
    },
  );
}

/** RFC 8414 puts the well-known part before the issuer's path, so this route is not below BASE_PATH. */
export function oauthMetadata(app: FastifyInstance, { config, scopes }: DoorDeps): void {
  const options = {
    config: { operation: 'oauthMetadata', public: true as const, publicRate: 'often' as const },
    schema: { hide: true },
  };
  app.get(`/.well-known/oauth-authorization-server${config.basePath}`, options, async () => {
    const issuer = issuerOf(app, config);
    const methods = ['client_secret_basic', 'client_secret_post'];
    return {
      issuer,
      token_endpoint: `${issuer}/oauth/token`,
      token_endpoint_auth_methods_supported: methods,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      revocation_endpoint_auth_methods_supported: methods,
      // The keys of receipts.
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      grant_types_supported: ['client_credentials'],
      // Required, and some libraries refuse an empty list. There is no authorization endpoint, hence 'none'.
      response_types_supported: ['none'],
      scopes_supported: scopes,
      ...(config.docs === 'on' && { service_documentation: `${issuer}/docs/guide` }),
    };
  });
}

function asOAuth(error: FastifyError, request: FastifyRequest, unknownCalls: UnknownCalls): OAuthError {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return notAForm(request);
  if (!(error instanceof OAuthError)) return fromApi(asApiError(error, request));
  if (error.refusal.status !== 401) return error;
  const answer = unknownCalls.answer(request, error.refusal);
  return answer.status === 401 ? error : fromApi(answer);
}

function fromApi(refusal: ApiError): OAuthError {
  const { status } = refusal;
  const code = status === 429 || status === 503 ? tryLater : status >= 500 ? 'server_error' : 'invalid_request';
  return new OAuthError(code, refusal);
}
