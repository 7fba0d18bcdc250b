/** An error as RFC 6749 has it: the one place of the interface where the body is not {traceId, message}. */
export class OAuthError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'OAuthError';
    this.status = status;
    this.code = code;
  }
}

export const invalidRequest = (message: string) => new OAuthError(400, 'invalid_request', message);

export const invalidClient = () =>
  new OAuthError(401, 'invalid_client', 'The client id or secret is missing or wrong, or the client was revoked.');

export const unsupportedGrant = () => new OAuthError(400, 'unsupported_grant_type', 'grant_type must be client_credentials.');

export const invalidScope = (allowed: string[]) =>
  new OAuthError(400, 'invalid_scope', `This client may ask for ${allowed.join(' ')}.`);
