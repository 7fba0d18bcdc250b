import type { ErrorCode } from '../../errors/codes.ts';
import { headersOf } from '../../errors/errors.ts';

/** An error as RFC 6749 has it: the one place of the interface where the body is not {traceId, message}. */
export class OAuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'OAuthError';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

const refused = (error: string, message: string) => new OAuthError(400, error, message, named('form.invalid'));
const named = (code: ErrorCode, headers: Record<string, string> = {}) => headersOf({ code, headers });

export const invalidRequest = (message: string) => refused('invalid_request', message);

export const unsupportedGrant = () => refused('unsupported_grant_type', 'grant_type must be client_credentials.');

export const invalidScope = (allowed: string[]) =>
  refused('invalid_scope', `This client may ask for ${allowed.join(' ')}.`);

export const invalidClient = () =>
  new OAuthError(
    401,
    'invalid_client',
    'The client id or secret is missing or wrong, or the client was revoked.',
    named('client.invalid', { 'www-authenticate': 'Basic realm="doorway"' }),
  );

/** RFC 6749 has no code for this. Of those it has, this is the one after which a client waits instead of giving up. */
export const comeLater = 'temporarily_unavailable';

const later = (message: string, seconds: number) =>
  new OAuthError(
    429,
    comeLater,
    `${message} Ask again in ${seconds} s.`,
    named('rate.limited', { 'retry-after': String(seconds) }),
  );

export const tooManyTokens = (seconds: number) =>
  later('This client has asked for too many tokens. Use each until shortly before it expires.', seconds);

export const tooManyTries = (seconds: number) =>
  later('Too many wrong secrets for this client came from your network.', seconds);
