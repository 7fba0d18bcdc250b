import {
  english,
  entryOf,
  type ErrorCode,
  type ParameterArguments,
  type Language,
  type ParametersOf,
  type Problem,
  type Refusal,
  say,
  sayProblem,
} from '../../common/errors/catalogue.ts';
import type { Parameters } from '../../common/errors/entry.ts';

interface ErrorDetails {
  headers?: Record<string, string>;
  problems?: readonly Problem[];
}

/** The call is refused or cannot be served now. Status and text come from the catalogue. Any other error is a bug. */
export class ApiError<C extends ErrorCode = ErrorCode> extends Error implements Refusal {
  readonly code: C;
  readonly parameters: Parameters;
  readonly headers: Readonly<Record<string, string>>;
  /** `withNamedProblems` cuts these to what fits into an answer. */
  readonly problems: readonly Problem[];

  constructor(code: C, ...given: [...ParameterArguments<ParametersOf<C>>, about?: ErrorDetails]) {
    super();
    const [parameters = {}, about = {}] = given as unknown as [Parameters?, ErrorDetails?];
    this.name = 'ApiError';
    this.code = code;
    this.parameters = parameters;
    this.headers = about.headers ?? {};
    this.problems = about.problems ?? [];
    // The message is composed only when it is read.
    Object.defineProperty(this, 'message', { get: () => say(english, withNamedProblems(english, this)) });
  }

  get status(): number {
    const { status } = entryOf(this.code);
    return typeof status === 'number' ? status : status(this.parameters);
  }
}

const withHeaders = <C extends ErrorCode>(
  code: C,
  [parameters]: ParameterArguments<ParametersOf<C>>,
  headers: ErrorDetails['headers'],
) => new ApiError<C>(code, ...([parameters, { headers }] as never));

/** `reference`: the answer points to the reference documentation instead of naming the problems in its sentence. */
export const invalidQuery = (problems: Problem[], why: 'problems' | 'reference' = 'problems') =>
  new ApiError('query.invalid', { why, count: problems.length }, { problems });

/** `problems` may be only the first ones; `count` is the number of all. */
export const invalidBody = (problems: readonly Problem[], count = problems.length) =>
  new ApiError('body.invalid', { count }, { problems });

/**
 * The WWW-Authenticate header of RFC 6750: only callers that sent a token learn what is wrong with it. Values must not
 * contain quotes.
 */
function challenge(wrong: Readonly<Record<string, string>> = {}): Record<string, string> {
  const parameters = Object.entries({ realm: 'doorway', ...wrong }).map(
    ([name, value]) => `${name}="${value.replace(/[^ !#-[\]-~]/g, "'")}"`,
  );
  return { 'www-authenticate': `Bearer ${parameters.join(', ')}` };
}

const description = (code: ErrorCode, parameters: Parameters = {}) => ({
  error_description: say(english, { code, parameters, problems: [] }),
});

export const unauthorized = <C extends ErrorCode>(code: C, ...given: ParameterArguments<ParametersOf<C>>) =>
  withHeaders(code, given, challenge());

export const invalidToken = (code: TokenError) =>
  new ApiError(code, {}, { headers: challenge({ error: 'invalid_token', ...description(code) }) });

type TokenError =
  | 'token.clientsecret'
  | 'token.expired'
  | 'token.malformed'
  | 'token.revoked'
  | 'token.unknown'
  | 'operatortoken.invalid';

export const forbidden = (scope: string) =>
  new ApiError(
    'scope.missing',
    { scope },
    { headers: challenge({ error: 'insufficient_scope', scope, ...description('scope.missing', { scope }) }) },
  );

/** `meant` is an existing path that differs in its slashes only. */
export const notFound = (meant: { path?: string; methods?: string } = {}) => new ApiError('path.unknown', meant);

export const methodNotAllowed = (method: string, allow: string) =>
  new ApiError('method.unknown', { method, allow }, { headers: { allow } });

/** `existingId` is the conflicting record's id, percent-encoded for the header. */
export const conflict = <C extends ErrorCode>(code: C, parameters: ParametersOf<C>, existingId?: string) =>
  withHeaders(
    code,
    [parameters] as never,
    existingId === undefined ? {} : { 'doorway-existing-id': encodeURIComponent(existingId) },
  );

export const tooManyRequests = (seconds: number) =>
  new ApiError('rate.limited', { seconds }, { headers: { 'retry-after': String(seconds) } });

export const unavailable = <C extends ErrorCode>(code: C, parameters: ParametersOf<C>, seconds = 2) =>
  withHeaders(code, [parameters] as never, { 'retry-after': String(seconds) });

export const databaseAway = () => unavailable('database.unavailable', { why: 'away' });

/** The code is a header, so that no client needs to parse English. */
export const headersOf = ({ code, headers }: Pick<ApiError, 'code' | 'headers'>): Record<string, string> => ({
  'doorway-error': code,
  ...headers,
});

/** An answer has at most 16 KiB. Its problems take at most this many bytes of JSON, which leaves room for the rest. */
const maxProblemBytes = 14 * 1024;
const maxProblems = 100;
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/**
 * Cuts the problems to those that fit into an answer. The parameters still count all of them. `dataOf` makes the data
 * that an answer carries for a problem in addition to its sentence.
 */
export function withNamedProblems(
  language: Language,
  { code, parameters, problems }: Refusal,
  dataOf: (problem: Problem) => unknown = () => '',
): Refusal {
  let bytes = 0;
  const tooMany = problems.findIndex((problem, at) => {
    bytes += bytesOf(sayProblem(language, problem)) + bytesOf(dataOf(problem));
    return at === maxProblems || (at > 0 && bytes > maxProblemBytes);
  });
  return { code, parameters, problems: tooMany === -1 ? problems : problems.slice(0, tooMany) };
}
