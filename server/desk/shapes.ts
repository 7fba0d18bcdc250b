import { anywhere, problem, retryAfter, withBody } from '../ground/http/shapes.ts';

type Described = Parameters<typeof problem>;

const problems: Record<number, Described> = {
  400: ['The request is not valid; all of its problems are named.', 'name is required.'],
  401: [
    'Nobody is signed in, or the session or token is not valid any more.',
    'Your session has ended. Sign in again.',
    { 'WWW-Authenticate': { type: 'string', description: 'Bearer, for those who come with a token.' } },
  ],
  403: [
    'The role does not allow it, an operator token cannot be used for it, or the header X-Doorway-Console is missing.',
    'Your role, viewer, does not allow this. Ask an administrator.',
  ],
  404: [
    'There is no such record in a company of the operator.',
    'There is nothing at this path. The paths of this interface are listed in its reference documentation.',
  ],
  409: [
    'The record is in a state, or there is another record, that does not allow it.',
    'This invoice is rejected already.',
  ],
  429: [
    'Too many tries. The header Retry-After says how many seconds to wait.',
    'Too many requests. Wait 900 s and send this one again.',
    retryAfter,
  ],
};

/** The answers of these statuses. */
export const operatorProblems = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [status, problem(...(problems[status] as Described))]));

/** What each operation may answer besides, by what it does. */
export const otherProblems = (changes: boolean, accepts: string | undefined) => ({
  ...operatorProblems(400),
  ...anywhere,
  ...(changes && withBody(accepts)),
});
