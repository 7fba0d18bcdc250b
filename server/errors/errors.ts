import type { ErrorCode } from './codes.ts';

/**
 * What a partner did that cannot be accepted, or why it cannot be accepted now. The message is shown to the
 * partner as it stands, so it says what to do and holds nothing internal. Everything that is not an ApiError is a bug.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  /** The problems of a body one by one, as the message joins them. */
  readonly problems: readonly string[];

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    headers: Record<string, string> = {},
    problems: readonly string[] = [],
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.problems = problems;
  }
}

export const badRequest = (code: ErrorCode, message: string, problems: readonly string[] = []) =>
  new ApiError(400, code, message, {}, problems);

/**
 * How to authenticate, as RFC 6750 has it: what is wrong is told to those who sent a token, and to nobody else. The values have no
 * quotes in them, and none may come in.
 */
export function challenge(wrong: Readonly<Record<string, string>> = {}): Record<string, string> {
  const parameters = Object.entries({ realm: 'doorway', ...wrong }).map(
    ([name, value]) => `${name}="${value.replace(/[^ !#-[\]-~]/g, "'")}"`,
  );
  return { 'www-authenticate': `Bearer ${parameters.join(', ')}` };
}

export const unauthorized = (code: ErrorCode, message: string) => new ApiError(401, code, message, challenge());

/** For whoever sent a token that does not do. */
export const invalidToken = (code: ErrorCode, message: string) =>
  new ApiError(401, code, message, challenge({ error: 'invalid_token', error_description: message }));

export function forbidden(scope: string): ApiError {
  const message = `This access token lacks the scope ${scope}. Ask the company for a token that carries it.`;
  return new ApiError(
    403,
    'scope.missing',
    message,
    challenge({ error: 'insufficient_scope', scope, error_description: message }),
  );
}

export const notFound = () =>
  new ApiError(
    404,
    'path.unknown',
    'There is nothing at this path. The paths of this interface are listed in its reference documentation.',
  );

export const methodNotAllowed = (method: string, allow: string) =>
  new ApiError(405, 'method.unknown', `${method} is not possible on this path. Use ${allow}.`, { allow });

/** `existingId` is the id of the record that stands in the way; it may have any characters, a header may not. */
export const conflict = (code: ErrorCode, message: string, existingId?: string) =>
  new ApiError(
    409,
    code,
    message,
    existingId === undefined ? {} : { 'doorway-existing-id': encodeURIComponent(existingId) },
  );

export const tooLarge = (limitBytes: number) =>
  new ApiError(
    413,
    'body.large',
    `The request is larger than the ${sizeInWords(limitBytes)} that this operation accepts.`,
  );

export const unsupportedType = (accepted: string) =>
  new ApiError(415, 'body.type', `The content type of this request is not accepted. Send it as ${accepted}.`);

export const tooManyRequests = (seconds: number) =>
  new ApiError(429, 'rate.limited', `Too many requests. Wait ${seconds} s and send this one again.`, {
    'retry-after': String(seconds),
  });

export const unavailable = (code: ErrorCode, message: string, seconds = 2) =>
  new ApiError(503, code, message, { 'retry-after': String(seconds) });

export const databaseAway = () =>
  unavailable(
    'database.unavailable',
    'The service cannot reach its database at the moment. Send the same request again; nothing is created twice.',
  );

/** What says in a header what the body says in words: nobody should take English apart. */
export const headersOf = ({ code, headers }: Pick<ApiError, 'code' | 'headers'>): Record<string, string> => ({
  'doorway-error': code,
  ...headers,
});

export const sizeInWords = (bytes: number) =>
  bytes < (1024 * 1024) / 10
    ? `${Number((bytes / 1024).toFixed(1))} KiB`
    : `${Number((bytes / 1024 / 1024).toFixed(2))} MiB`;
