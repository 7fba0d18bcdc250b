import {
  english,
  entryOf,
  type ErrorCode,
  type Given,
  type Language,
  type ParametersOf,
  type Problem,
  type Refusal,
} from '../../common/errors/catalogue.ts';
import type { Parameters } from '../../common/errors/entry.ts';
import { say, sayProblem } from '../../common/errors/say.ts';

/** What is told besides. */
interface About {
  headers?: Record<string, string>;
  problems?: readonly Problem[];
}

/**
 * What a caller did that cannot be accepted, or why it cannot be accepted now: a code of the catalogue and what fills the gaps of its
 * sentence. The status and the words follow from the catalogue. Everything that is not an ApiError is a bug.
 */
export class ApiError<C extends ErrorCode = ErrorCode> extends Error implements Refusal {
  readonly code: C;
  readonly parameters: Parameters;
  readonly headers: Readonly<Record<string, string>>;
  /** The problems of a body, a query or a file one by one; there may be more of them than are written out. */
  readonly problems: readonly Problem[];

  constructor(code: C, ...given: [...Given<ParametersOf<C>>, about?: About]) {
    super();
    const [parameters = {}, about = {}] = given as unknown as [Parameters?, About?];
    this.name = 'ApiError';
    this.code = code;
    this.parameters = parameters;
    this.headers = about.headers ?? {};
    this.problems = about.problems ?? [];
    // The words are made when they are asked for, not before.
    Object.defineProperty(this, 'message', { get: () => say(english, withNamedProblems(english, this)) });
  }

  get status(): number {
    const { status } = entryOf(this.code);
    return typeof status === 'number' ? status : status(this.parameters);
  }
}

/** For codes that are only known when this is called, with what is told besides. */
const withHeaders = <C extends ErrorCode>(code: C, [parameters]: Given<ParametersOf<C>>, headers: About['headers']) =>
  new ApiError<C>(code, ...([parameters, { headers }] as never));

/** All problems of a body, or the first of them and how many there are. */
export const invalidBody = (problems: readonly Problem[], count = problems.length) =>
  new ApiError('body.invalid', { count }, { problems });

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

const description = (code: ErrorCode, parameters: Parameters = {}) => ({
  error_description: say(english, { code, parameters, problems: [] }),
});

export const unauthorized = <C extends ErrorCode>(code: C, ...given: Given<ParametersOf<C>>) =>
  withHeaders(code, given, challenge());

/** For a caller whose token is not accepted. */
export const invalidToken = (code: TokenError) =>
  new ApiError(code, {}, { headers: challenge({ error: 'invalid_token', ...description(code) }) });

type TokenError = 'token.expired' | 'token.malformed' | 'token.revoked' | 'token.unknown' | 'operatortoken.invalid';

export const forbidden = (scope: string) =>
  new ApiError(
    'scope.missing',
    { scope },
    { headers: challenge({ error: 'insufficient_scope', scope, ...description('scope.missing', { scope }) }) },
  );

export const notFound = () => new ApiError('path.unknown');

export const methodNotAllowed = (method: string, allow: string) =>
  new ApiError('method.unknown', { method, allow }, { headers: { allow } });

/** A 409. `existingId` is the id of the record that stands in the way; it may have any characters, a header may not. */
export const conflict = <C extends ErrorCode>(code: C, parameters: ParametersOf<C>, existingId?: string) =>
  withHeaders(
    code,
    [parameters] as never,
    existingId === undefined ? {} : { 'doorway-existing-id': encodeURIComponent(existingId) },
  );

export const tooManyRequests = (seconds: number) =>
  new ApiError('rate.limited', { seconds }, { headers: { 'retry-after': String(seconds) } });

/** A 503, after which the caller comes again. */
export const unavailable = <C extends ErrorCode>(code: C, parameters: ParametersOf<C>, seconds = 2) =>
  withHeaders(code, [parameters] as never, { 'retry-after': String(seconds) });

export const databaseAway = () => unavailable('database.unavailable', { why: 'away' });

/** What says in a header what the body says in words: nobody should take English apart. */
export const headersOf = ({ code, headers }: Pick<ApiError, 'code' | 'headers'>): Record<string, string> => ({
  'doorway-error': code,
  ...headers,
});

/** An answer has at most 16 KiB. Its problems take at most this many bytes of JSON, which leaves room for the rest. */
const maxProblemBytes = 14 * 1024;
const maxProblems = 100;
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/**
 * Cuts the problems of a refusal to those that fit into an answer. The parameters still count all of them. `dataOf` makes the data
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
