import Type, { type TSchema } from 'typebox';
import {
  anywhere,
  answersOf,
  beforeAnyPath,
  codings,
  retryAfter,
  type Headers,
} from '../../ground/http/document/shapes.ts';
import { count, named, text } from '../../ground/http/document/fields.ts';

const OAuthProblem = named('OAuthProblem', 'Why no token was issued or revoked.', {
  error: text('The error code of RFC 6749.'),
  error_description: text('What went wrong, for a person.'),
});

const IssuedToken = named('IssuedToken', 'An access token of one hour.', {
  access_token: text('The access token for the header Authorization.'),
  token_type: text('Always Bearer.'),
  expires_in: count('How many seconds it is valid.'),
  scope: text('Its scopes, with spaces between.'),
});

export const oauthSchemas = [OAuthProblem, IssuedToken];

const problem = (description: string, error: string, error_description: string, headers?: Headers) => ({
  description,
  ...(headers && { headers }),
  content: {
    'application/json': {
      schema: Type.Ref('OAuthProblem'),
      examples: { default: { value: { error, error_description } } },
    },
  },
});

const problems = {
  ...answersOf({ ...anywhere, ...beforeAnyPath }),
  400: problem(
    'The request is not one that RFC 6749 allows.',
    'unsupported_grant_type',
    'grant_type must be client_credentials.',
  ),
  401: problem(
    'The client is not known, was revoked, or its secret is wrong.',
    'invalid_client',
    'The client id or secret is missing or wrong, or the client was revoked.',
    {
      'WWW-Authenticate': { type: 'string', description: 'Basic, with the realm doorway.' },
    },
  ),
  413: problem(
    'The form is larger than 8 KiB.',
    'invalid_request',
    'The request is larger than the 8 KiB that this operation accepts.',
  ),
  415: problem(
    'The content coding is not gzip, or the character set not UTF-8.',
    'invalid_request',
    'The content coding of this request is not accepted. Compress it once with gzip, or not at all.',
    codings,
  ),
  429: problem(
    'This client asked for too many tokens, or its network sent too many wrong secrets. The header Retry-After says how many seconds to wait.',
    'temporarily_unavailable',
    'This client has fetched too many tokens. Use each token until shortly before it expires. Try again in 30 s.',
    retryAfter,
  ),
  500: problem(
    'The service made a mistake. It is logged with the trace id.',
    'server_error',
    'Something went wrong inside the service. Send the same request again; if it fails again, give the traceId to support.',
  ),
  503: problem(
    'The service cannot answer now. The header Retry-After says how many seconds to wait.',
    'temporarily_unavailable',
    'The service cannot reach its database at the moment. Send the same request again; nothing is created twice.',
    retryAfter,
  ),
};

/** For the document only: the form is parsed by hand, because its errors are those of RFC 6749. */
const form = (properties: Record<string, TSchema>) => ({
  content: {
    'application/x-www-form-urlencoded': { schema: Type.Object({ ...properties, client_id, client_secret }) },
  },
});

const client_id = Type.Optional(text('The client’s id, where it is not in the Authorization header.'));
const client_secret = Type.Optional(text('The client’s secret, where it is not in the Authorization header.'));

const tags = ['Access tokens'];
/** The header is optional: the form may have the client's id and secret. */
const security: Record<string, string[]>[] = [{ clientSecret: [] }, {}];

export const issueSchema = {
  operationId: 'issueToken',
  summary: 'Issue an access token',
  description:
    'OAuth 2.0 client credentials (RFC 6749, 4.4). The client authenticates with its id and secret in the Authorization header (client_secret_basic) or in the form (client_secret_post).',
  tags,
  security,
  body: form({
    grant_type: Type.String({ enum: ['client_credentials'], description: 'Always client_credentials.' }),
    scope: Type.Optional(text('The scopes asked for, with spaces between. Left out: all that the client has.')),
  }),
  response: {
    200: {
      description: 'An access token of one hour.',
      content: {
        'application/json': {
          schema: Type.Ref('IssuedToken'),
          examples: {
            default: {
              value: { access_token: 'dw_…', token_type: 'Bearer', expires_in: 3600, scope: 'suppliers:read' },
            },
          },
        },
      },
    },
    ...problems,
  },
};

export const revokeSchema = {
  operationId: 'revokeToken',
  summary: 'Revoke an access token',
  description:
    'RFC 7009. Revokes a token that was issued to this client; a token that is not known is answered with 200 too.',
  tags,
  security,
  body: form({ token: Type.String({ minLength: 1, description: 'The access token.' }) }),
  response: { 200: { description: 'The token is not valid any more.', type: 'null' }, ...problems },
};
