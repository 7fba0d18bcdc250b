import Type, { type TSchema } from 'typebox';
import type { Scope } from './auth.ts';
import { earliestDate, latestDate } from '../ground/http/problems.ts';
import { notBlank, published } from '../ground/http/publish.ts';

/** The shapes that several slices use. A description here is what partners read in the reference. */

interface Described {
  description: string;
  examples?: unknown[];
}

const limit = 255;

/** Not empty after trimming. */
export const requiredText = (about: Described) => Type.String({ pattern: notBlank, maxLength: limit, ...about });

/** Null is the same as leaving the field out. */
export const optionalText = (about: Described, maxLength = limit) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, ...about }));

export const optionalAmount = (about: Described) =>
  Type.Optional(
    Type.Unsafe<number | null>({ type: ['number', 'null'], exclusiveMinimum: -1e15, exclusiveMaximum: 1e15, ...about }),
  );

export const optionalDate = (about: Described) =>
  Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      format: 'int64',
      minimum: earliestDate,
      maximum: latestDate,
      ...about,
    }),
  );

/** A whole example from the examples of the fields. */
export const exampleOf = (fields: Record<string, object>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      'examples' in field ? [[name, (field.examples as unknown[])[0]]] : [],
    ),
  );

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

export type Headers = Record<string, { type: string; description: string; examples?: unknown[] }>;

export const retryAfter: Headers = {
  'Retry-After': { type: 'string', description: 'After how many seconds to send the request again.' },
};
const allow: Headers = { Allow: { type: 'string', description: 'The methods that the path has.' } };
export const codings: Headers = {
  'Accept-Encoding': { type: 'string', description: 'Where the Content-Encoding is not accepted: those that are.' },
};

/** An error in the envelope that all have, with its example. */
export const problem = (description: string, message: string, headers?: Headers) => ({
  description,
  ...(headers && { headers }),
  content: {
    'application/json': {
      schema: Type.Ref('Problem'),
      examples: { default: { value: { traceId: exampleTraceId, message } } },
    },
  },
});

const replayed: Headers = {
  'Idempotency-Replayed': {
    type: 'string',
    description: 'It is there, and true, where this is the first answer again.',
  },
};

/** Of the IETF's draft. They are there where the service limits how many requests a partner sends. */
export const rateHeaders: Headers = {
  RateLimit: {
    type: 'string',
    description: 'How many requests are left (r) and in how many seconds there are more (t), where there is a limit.',
    examples: ['"partner";r=49;t=1'],
  },
  'RateLimit-Policy': {
    type: 'string',
    description: 'How many requests (q) a partner has in so many seconds (w), where there is a limit.',
    examples: ['"partner";q=50;w=1'],
  },
};

/** An answer of 200 with its example. */
export const success = (schema: TSchema, description: string, example: unknown, headers: Headers = replayed) => ({
  description,
  headers,
  content: { 'application/json': { schema, examples: { default: { value: example } } } },
});

/** What any path of the service may answer before it comes to an operation, and what any operation may come to. */
export const anywhere = {
  405: problem(
    'The path exists, but not with this method. The header Allow names those it has.',
    'DELETE is not possible on this path. Use POST, GET, HEAD.',
    allow,
  ),
  408: problem('The request did not arrive whole in time.', 'The request did not arrive whole in time. Send it again.'),
  417: problem(
    'The header Expect asks for something other than 100-continue.',
    'The expectation of this request cannot be met. Leave the header Expect out.',
  ),
  429: problem(
    'Too many requests. The header Retry-After says how many seconds to wait.',
    'Too many requests. Wait 1 s and send this one again.',
    retryAfter,
  ),
  431: problem('The headers of the request have more than 16 KiB.', 'The headers of this request are too large.'),
  500: problem(
    'The service made a mistake. It is logged with the trace id.',
    'Something went wrong inside the service. Give the traceId to support; the same request may be sent again.',
  ),
  503: problem(
    'The service cannot answer now. Send the same request again after the seconds in Retry-After; nothing is created twice.',
    'The service cannot reach its database at the moment. Send the same request again; nothing is created twice.',
    retryAfter,
  ),
};

/** What may come where a body is read. */
export const withBody = (contentTypes = 'application/json') => ({
  413: problem(
    'The request is larger than this operation accepts.',
    'The request is larger than the 2 MiB that this operation accepts.',
  ),
  415: problem(
    `The content type is not ${contentTypes}, the content coding not gzip, or the character set not UTF-8.`,
    `The content type of this request is not accepted. Send it as ${contentTypes}.`,
    codings,
  ),
});

/** The answer to a token without the scope. */
export const lacksScope = (scope: Scope) =>
  problem(
    'The access token is valid but lacks the scope that this operation needs.',
    `This access token lacks the scope ${scope}. Ask the company for a token that carries it.`,
    {
      'WWW-Authenticate': { type: 'string', description: 'Bearer with error="insufficient_scope" and the scope.' },
    },
  );

const anyOperation = {
  ...anywhere,
  401: problem(
    'The access token is missing, malformed, unknown, expired or revoked.',
    'The access token is missing. Send the header Authorization: Bearer <ACCESS_TOKEN>.',
    {
      'WWW-Authenticate': { type: 'string', description: 'Bearer, with error="invalid_token" where a token was sent.' },
    },
  ),
  404: problem(
    'The path is unknown.',
    'There is nothing at this path. The paths of this interface are listed in its reference documentation.',
  ),
};

interface Example {
  description: string;
  message: string;
}

/** All other answers of an operation that reads: those of every operation, and its own 400. */
export const readProblems = (bad: Example) => ({ 400: problem(bad.description, bad.message), ...anyOperation });

/** All other answers of an operation that creates. */
export const createProblems = (bad: Example, taken: Example, contentTypes?: string) => ({
  ...readProblems(bad),
  409: problem(taken.description, taken.message, {
    'Doorway-Existing-Id': {
      type: 'string',
      description: 'What exists: the id that the service gave it, or the number of a supplier, percent-encoded.',
    },
  }),
  ...withBody(contentTypes),
});

export const createHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      ...published({ minLength: 1 }),
      maxLength: 255,
      description:
        'Any text of your own, at most 255 characters, that stands for this one request. The same key with the same body replays the first answer, with the header Idempotency-Replayed; with another body it is a 409.',
    }),
  ),
});
