import Type, { type TSchema } from 'typebox';

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
