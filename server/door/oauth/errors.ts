import type { ParametersOf } from '../../../common/errors/catalogue.ts';
import { ApiError } from '../../errors/errors.ts';

/** An error of RFC 6749; no other answer of the partner API has a body other than {traceId, message}. */
export class OAuthError extends Error {
  /** The error code of RFC 6749. */
  readonly oauthCode: string;
  readonly refusal: ApiError;

  constructor(oauthCode: string, refusal: ApiError) {
    super(oauthCode);
    this.name = 'OAuthError';
    this.oauthCode = oauthCode;
    this.refusal = refusal;
  }
}

type FormProblem = ParametersOf<'form.invalid'>;

export const invalidRequest = (why: FormProblem) =>
  new OAuthError('invalid_request', new ApiError('form.invalid', why));

export const unsupportedGrant = () =>
  new OAuthError('unsupported_grant_type', new ApiError('form.invalid', { why: 'grantType' }));

export const invalidScope = (allowed: string[]) =>
  new OAuthError('invalid_scope', new ApiError('form.invalid', { why: 'scopes', scopes: allowed }));

export const invalidClient = () =>
  new OAuthError(
    'invalid_client',
    new ApiError('client.invalid', {}, { headers: { 'www-authenticate': 'Basic realm="doorway"' } }),
  );

/** RFC 6749 has no code for rate limits. This code makes clients wait instead of giving up. */
export const tryLater = 'temporarily_unavailable';

const later = (seconds: number, why: 'tokens' | 'secrets') =>
  new OAuthError(
    tryLater,
    new ApiError('rate.limited', { seconds, why }, { headers: { 'retry-after': String(seconds) } }),
  );

export const tooManyTokens = (seconds: number) => later(seconds, 'tokens');

export const tooManyTries = (seconds: number) => later(seconds, 'secrets');
