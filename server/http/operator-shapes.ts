import Type from 'typebox';

const problems: Record<number, [description: string, message: string]> = {
  400: ['The request is not valid; all of its problems are named.', 'name is required.'],
  401: ['Nobody is signed in, or the session or token is not valid any more.', 'Your session has ended. Sign in again.'],
  403: ['The role does not allow it, an operator token cannot be used for it, or the header X-Doorway-Console is missing.', 'Your role, viewer, does not allow this. Ask an administrator.'],
  404: ['There is no such record in a company of the operator.', 'There is nothing at this path. The paths of this interface are listed in its reference documentation.'],
  409: ['The record is in a state, or there is another record, that does not allow it.', 'This invoice is rejected already.'],
  413: ['The request is larger than this operation accepts.', 'The request is larger than the 2 MiB that this operation accepts.'],
  415: ['The content type is not one that this operation accepts.', 'The content type of this request is not accepted. Send it as application/json.'],
  429: ['Too many tries. The header Retry-After says how many seconds to wait.', 'Too many requests. Wait 900 s and send this one again.'],
};

/** The answers of these statuses, and those that every operation has: 400, since none takes a parameter that it does not know, 500 and 503. */
export const operatorProblems = (...statuses: number[]) => ({
  ...Object.fromEntries([400, ...statuses].map((status) => [status, problem(...(problems[status] as [string, string]), headers[status])])),
  500: problem('The service made a mistake. It is logged with the trace id.', 'Something went wrong inside the service. Give the traceId to support; the same request may be sent again.'),
  503: problem('The service cannot answer now.', 'The service cannot reach its database at the moment. Send the same request again; nothing is created twice.', headers[503]),
});

type Headers = Record<string, { type: string; description: string }>;

const retryAfter: Headers = { 'Retry-After': { type: 'string', description: 'After how many seconds to send the request again.' } };
const headers: Record<number, Headers> = {
  401: { 'WWW-Authenticate': { type: 'string', description: 'Always Bearer.' } },
  429: retryAfter,
  503: retryAfter,
};

const problem = (description: string, message: string, named?: Headers) => ({
  description,
  ...(named && { headers: named }),
  content: {
    'application/json': {
      schema: Type.Ref('Problem'),
      examples: { default: { value: { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', message } } },
    },
  },
});
