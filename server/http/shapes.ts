import Type, { type TSchema } from 'typebox';
import { earliestDate, latestDate } from './problems.ts';

/** The shapes that several slices use. A description here is what partners read in the reference. */

interface Described {
  description: string;
  examples?: unknown[];
}

const limit = 255;

/** Not empty after trimming. */
export const requiredText = (about: Described) => Type.String({ pattern: '\\S', maxLength: limit, ...about });

/** Null is the same as leaving the field out. */
export const optionalText = (about: Described, maxLength = limit) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, ...about }));

export const optionalAmount = (about: Described) =>
  Type.Optional(Type.Unsafe<number | null>({ type: ['number', 'null'], exclusiveMinimum: -1e15, exclusiveMaximum: 1e15, ...about }));

export const optionalDate = (about: Described) =>
  Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: earliestDate, maximum: latestDate, ...about }));

/** A whole example from the examples of the fields. */
export const exampleOf = (fields: Record<string, object>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => ('examples' in field ? [[name, (field.examples as unknown[])[0]]] : [])));

export const message = Type.String({
  description:
    'What happened, for a person. It also names fields that the interface does not know and that were kept but not used.',
});

const Problem = Type.Object(
  {
    traceId: Type.String({ description: 'Identifies this request. Give it when you contact support.' }),
    message: Type.String({ description: 'What went wrong and what to do about it.' }),
  },
  { $id: 'Problem', description: 'Why a request was not carried out. It left nothing behind.' },
);

export const sharedSchemas: TSchema[] = [Problem];

const exampleTraceId = '4bf92f3577b34da6a3ce929d0e0e4736';

type Headers = Record<string, { type: string; description: string }>;

const retryAfter: Headers = { 'Retry-After': { type: 'string', description: 'After how many seconds to send the request again.' } };

const problem = (description: string, message: string, headers?: Headers) => ({
  description,
  ...(headers && { headers }),
  content: { 'application/json': { schema: Type.Ref('Problem'), examples: { default: { value: { traceId: exampleTraceId, message } } } } },
});

const replayed: Headers = {
  'Idempotency-Replayed': { type: 'string', description: 'It is there, and true, where this is the first answer again.' },
};

/** An answer of 200 with its example. */
export const success = (schema: TSchema, description: string, example: unknown, headers: Headers = replayed) => ({
  description,
  headers,
  content: { 'application/json': { schema, examples: { default: { value: example } } } },
});

const anyOperation = {
  401: problem(
    'The access token is missing, malformed, unknown, expired or revoked.',
    'The access token is missing. Send the header Authorization: Bearer <ACCESS_TOKEN>.',
    { 'WWW-Authenticate': { type: 'string', description: 'Always Bearer.' } },
  ),
  403: problem(
    'The access token is valid but lacks the scope that this operation needs.',
    'This access token lacks the scope suppliers:write. Ask the company for a token that carries it.',
  ),
  404: problem('The path is none of this interface.', 'There is nothing at this path. The paths of this interface are listed in its reference documentation.'),
  405: problem('The path exists, but not with this method. The header Allow names those it has.', 'DELETE is not possible on this path. Use POST, GET, HEAD.', {
    Allow: { type: 'string', description: 'The methods that the path has.' },
  }),
  429: problem('Too many requests of this partner. The header Retry-After says how many seconds to wait.', 'Too many requests. Wait 1 s and send this one again.', retryAfter),
  500: problem('The service made a mistake. It is logged with the trace id.', 'Something went wrong inside the service. Give the traceId to support; the same request may be sent again.'),
  503: problem(
    'The service cannot answer now. Send the same request again after the seconds in Retry-After; nothing is created twice.',
    'The service cannot reach its database at the moment. Send the same request again; nothing is created twice.',
    retryAfter,
  ),
};

interface Example {
  description: string;
  message: string;
}

/** All other answers of an operation that reads: those of every operation, and its own 400. */
export const readProblems = (bad: Example) => ({ 400: problem(bad.description, bad.message), ...anyOperation });

/** All other answers of an operation that creates. */
export const createProblems = (bad: Example, taken: Example, contentTypes = 'application/json') => ({
  ...readProblems(bad),
  409: problem(taken.description, taken.message),
  413: problem('The request is larger than this operation accepts.', 'The request is larger than the 2 MiB that this operation accepts.'),
  415: problem(`The content type is not ${contentTypes}.`, `The content type of this request is not accepted. Send it as ${contentTypes}.`),
});

export const createHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Any text of your own, at most 255 characters, that stands for this one request. The same key with the same body replays the first answer, with the header Idempotency-Replayed; with another body it is a 409.',
    }),
  ),
});
