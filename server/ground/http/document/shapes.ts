import Type, { type TSchema } from 'typebox';
import { ApiError, databaseAway } from '../../../errors/errors.ts';

const Problem = Type.Object(
  {
    traceId: Type.String({ description: 'Identifies this request. Give it when you contact support.' }),
    message: Type.String({ description: 'What went wrong and what to do about it.' }),
  },
  { $id: 'Problem', description: 'Why a request was not carried out. It left nothing behind.' },
);

export const sharedSchemas: TSchema[] = [Problem];

export const exampleTraceId = '4bf92f3577b34da6a3ce929d0e0e4736';

export type Headers = Record<string, { type: string; description: string; examples?: unknown[] }>;

/** Schemas by media type, for a body or an answer that is not only JSON. */
export interface Formats {
  [mediaType: string]: { schema: object; examples?: object };
}

/** The names of the parameters in a path: `id` in `/companies/:companyId/views/:id`. */
export type ParameterName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export const refTo = (schema: TSchema) => Type.Ref((schema as unknown as { $id: string }).$id);

export const retryAfter: Headers = {
  'Retry-After': { type: 'string', description: 'After how many seconds to send the request again.' },
};

const allow: Headers = { Allow: { type: 'string', description: 'The methods that the path has.' } };

export const codings: Headers = {
  'Accept-Encoding': { type: 'string', description: 'Where the Content-Encoding is not accepted: those that are.' },
};

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

export type AnswerDescription = [description: string, example: ApiError, headers?: Headers];
type Statuses = Record<number, AnswerDescription>;

const asPartnersAreTold = (description: string, example: ApiError, headers?: Headers): object =>
  problem(description, example.message, headers);

export const answersOf = (described: Statuses, answer = asPartnersAreTold): Record<number, object> =>
  Object.fromEntries(Object.entries(described).map(([status, about]) => [status, answer(...about)]));

/** Answers that are sent before the path is known: broken HTTP has none. */
export const beforeAnyPath: Statuses = {
  408: ['The request did not arrive in time.', new ApiError('request.incomplete', { why: 'late' })],
  417: ['The header Expect asks for something other than 100-continue.', new ApiError('expectation.failed')],
  431: ['The headers of the request have more than 16 KiB.', new ApiError('headers.large')],
};

export const anywhere: Statuses = {
  405: [
    'The path exists, but not with this method. The header Allow names those it has.',
    new ApiError('method.unknown', { method: 'DELETE', allow: 'POST, GET, HEAD' }),
    allow,
  ],
  429: [
    'Too many requests. The header Retry-After says how many seconds to wait.',
    new ApiError('rate.limited', { seconds: 1 }),
    retryAfter,
  ],
  500: ['The service made a mistake. It is logged with the trace id.', new ApiError('service.failed')],
  503: [
    'The service cannot answer now. Send the same request again after the seconds in Retry-After; nothing is created twice.',
    databaseAway(),
    retryAfter,
  ],
};

export const withBody = (accepted: readonly string[] = ['application/json']): Statuses => ({
  413: ['The request is larger than this operation accepts.', new ApiError('body.large', { bytes: 2 * 1024 * 1024 })],
  415: [
    `The content type is not ${accepted.join(' or ')}, the content coding not gzip, or the character set not UTF-8.`,
    new ApiError('body.type', { accepted }),
    codings,
  ],
});
