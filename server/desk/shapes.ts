import Type from 'typebox';
import { english, problemAt, type Refusal } from '../../common/errors/catalogue.ts';
import { ApiError, invalidBody, notFound } from '../errors/errors.ts';
import { sayFault } from '../../common/errors/say.ts';
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

/** Which names it has depends on the code. */
export const parametersShape = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'What fills the gaps of the sentence: texts, numbers, and lists of texts.',
  },
);

const OperatorProblem = Type.Object(
  {
    traceId: Type.String({ description: 'Identifies this request. Give it to the people who run the service.' }),
    message: Type.String({ description: 'What went wrong and what to do about it, in English.' }),
    code: Type.String({ description: 'What went wrong, for programs. It is in the header Doorway-Error, too.' }),
    parameters: parametersShape,
    problems: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ description: 'The field or the parameter; empty where all of what was sent is meant.' }),
          code: Type.String({ description: 'What is wrong there, for programs.' }),
          parameters: parametersShape,
          problem: Type.String({ description: 'What is wrong there, in English.' }),
          line: Type.Optional(Type.Integer({ description: 'The line of a file that is imported.' })),
        }),
        {
          description:
            'What is wrong with the body, the query or the file, one by one, as far as the message names it.',
        },
      ),
    ),
  },
  { $id: 'OperatorProblem', description: 'Why a request was not carried out. It left nothing behind.' },
);

const Notice = Type.Object(
  {
    code: Type.String({ description: 'What it is about, for programs.' }),
    parameters: parametersShape,
    message: Type.String({ description: 'The same in English.' }),
  },
  { $id: 'Notice', description: 'Something worth knowing that is not an error.' },
);

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
      examples: {
        default: { value: { traceId: exampleTraceId, message: example.message, ...asData(example) } },
      },
    },
  },
});

const problems: Record<number, AnswerDescription> = {
  400: ['The request is not valid; all of its problems are named.', invalidBody([problemAt('name', 'field.required')])],
  401: [
    'Nobody is signed in, or the session or token is not valid any more.',
    new ApiError('session.ended'),
    { 'WWW-Authenticate': { type: 'string', description: 'Bearer, for those who come with a token.' } },
  ],
  403: [
    'The role does not allow it, an operator token cannot be used for it, or the header X-Doorway-Console is missing.',
    new ApiError('permission.missing', { role: 'viewer' }),
  ],
  404: ['There is no such record in a company of the operator.', notFound()],
  409: [
    'The record is in a state, or there is another record, that does not allow it.',
    new ApiError('decision.refused', { why: 'invoice.rejected' }),
  ],
  410: [
    'What is asked for is not kept any more. The parameters say where to begin instead.',
    new ApiError('events.pruned', { first: 4711 }),
  ],
  412: [
    'The record is another than the one that If-Match names. The parameters say what it is now.',
    new ApiError('record.changed', { name: 'Nordbygg Material AB', etag: '"xPz3yHq0bSg9gD2dGqkN1rW5uT8"' }),
    { ETag: { type: 'string', description: 'That of the record as it is now.' } },
  ],
  429: [
    'Too many tries. The header Retry-After says how many seconds to wait.',
    new ApiError('rate.limited', { seconds: 900 }),
    retryAfter,
  ],
};

/** The answers of these statuses. */
export const operatorProblems = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [status, operatorProblem(...(problems[status] as AnswerDescription))]));

/** What each operation may answer besides, by what it does. */
export const otherProblems = (changes: boolean, accepts: readonly string[] | undefined) => ({
  ...operatorProblems(400),
  ...answersOf(beforeAnyPath),
  ...answersOf({ ...anywhere, ...(changes && withBody(accepts)) }, operatorProblem),
});
