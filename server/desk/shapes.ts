import Type from 'typebox';
import { english, problemAt, type Refusal, sayFault } from '../../common/errors/catalogue.ts';
import { ApiError, invalidBody, notFound } from '../errors/errors.ts';
import { sizeInRange } from '../ground/http/document/ranges.ts';
import {
  answersOf,
  anywhere,
  beforeAnyPath,
  exampleTraceId,
  retryAfter,
  withBody,
  type AnswerDescription,
  type Headers,
} from '../ground/http/document/shapes.ts';
import { count, listOf, named, text } from '../ground/http/document/fields.ts';

/** The names depend on the error code. */
export const parametersShape = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'The parameters of the sentence: texts, numbers, and lists of texts.',
  },
);

const OperatorProblem = named(
  'OperatorProblem',
  'The error of a request that was not carried out. It changed nothing.',
  {
    traceId: text('Identifies this request. Give it to the people who run the service.'),
    message: text('What went wrong and what to do about it, in English.'),
    code: text('The code of the error, for programs. The header Doorway-Error has it too.'),
    parameters: parametersShape,
    problems: Type.Optional(
      listOf('The problems of the body, the query or the file, as far as the message names them.', {
        path: text('The field or the parameter; empty for the request as a whole.'),
        code: text('The code of the problem, for programs.'),
        parameters: parametersShape,
        problem: text('The problem in English.'),
        line: Type.Optional(count('The line of an imported file.')),
      }),
    ),
  },
);

const Notice = named('Notice', 'A notice that is not an error.', {
  code: text('The code of the notice, for programs.'),
  parameters: parametersShape,
  message: text('The same in English.'),
});

export const deskSchemas = [OperatorProblem, Notice];

const asData = ({ code, parameters, problems }: Refusal) => ({
  code,
  parameters,
  ...(problems.length > 0 && {
    problems: problems.map((problem) => ({ ...problem, problem: sayFault(english, problem) })),
  }),
});

const operatorProblem = (description: string, example: ApiError, headers?: Headers) => ({
  description,
  ...(headers && { headers }),
  content: {
    'application/json': {
      schema: Type.Ref('OperatorProblem'),
      examples: { default: { value: { traceId: exampleTraceId, message: example.message, ...asData(example) } } },
    },
  },
});

const problems: Record<number, AnswerDescription> = {
  400: [
    'The request is not valid. The answer names all of its problems.',
    invalidBody([problemAt('name', 'field.required')]),
  ],
  401: [
    'The caller is not signed in, or the session or token is no longer valid.',
    new ApiError('session.ended'),
    { 'WWW-Authenticate': { type: 'string', description: 'Bearer, for callers with a token.' } },
  ],
  403: [
    'The role does not allow it, an operator token cannot be used for it, or the header X-Doorway-Console is missing.',
    new ApiError('permission.missing', { role: 'viewer' }),
  ],
  404: ['There is no such record in a company of the operator.', notFound()],
  409: [
    'The state of the record, or another record, does not allow it.',
    new ApiError('decision.refused', { why: 'invoice.rejected' }),
  ],
  410: [
    'These events are no longer stored. The parameters have the first one that is.',
    new ApiError('events.pruned', { first: 4711 }),
  ],
  412: [
    'The record has changed since the version in If-Match. The parameters have its current values.',
    new ApiError('record.changed', { name: 'Nordbygg Material AB', etag: '"xPz3yHq0bSg9gD2dGqkN1rW5uT8"' }),
    { ETag: { type: 'string', description: 'The ETag of the current record.' } },
  ],
  416: ['No byte of the file lies in the range.', new ApiError('range.outside', { size: 146_515 }), sizeInRange],
  429: [
    'Too many tries. The header Retry-After says how many seconds to wait.',
    new ApiError('rate.limited', { seconds: 900 }),
    retryAfter,
  ],
};

export const operatorProblems = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [status, operatorProblem(...(problems[status] as AnswerDescription))]));

export const otherProblems = (changes: boolean, accepts: readonly string[] | undefined) => ({
  ...operatorProblems(400),
  ...answersOf(beforeAnyPath),
  ...answersOf({ ...anywhere, ...(changes && withBody(accepts)) }, operatorProblem),
});
