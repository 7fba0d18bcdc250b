import Type from 'typebox';
import {
  count,
  listOf,
  named,
  text,
  textOrNull,
  arrayOf,
  numberInQuery,
  storable,
} from '../../ground/http/document/fields.ts';
import { published } from '../../ground/http/document/publish.ts';

/** Every text of this form is a position: 22 bytes, and no bit of the last character is spare. */
export const cursorPattern = '^[A-Za-z0-9_-]{29}[AQgw]$';

const nullableText = (description: string, example: string) => textOrNull(description, example);

export const OwnCall = named('OwnCall', 'A call of yours and its outcome.', {
  traceId: text(
    'The trace id of the call, as in its traceparent and in the body of an error.',
    '4bf92f3577b34da6a3ce929d0e0e4736',
  ),
  at: Type.Integer({
    format: 'int64',
    description: 'When the call arrived, in epoch milliseconds.',
    examples: [1763280066198],
  }),
  operation: text('The operation.', 'createSupplierInvoice'),
  status: count('The HTTP status of the answer.', 400),
  code: nullableText(
    'The code of the error, as in the header Doorway-Error; null if the call was accepted.',
    'body.invalid',
  ),
  message: nullableText(
    'The message of the error, with personal and bank numbers masked; null if the call was accepted.',
    'articles[3].price must be a number.',
  ),
  problems: listOf('The problems of a refused body: the first 3 in a list, at most 100 in a single call.', {
    path: text('The path in the body; empty for the body as a whole.'),
    code: nullableText('The code of the problem.', 'number.type'),
    message: text('The problem in English.'),
  }),
  subjectId: nullableText(
    'The record that the call created, by its id, or a supplier’s number; null if it created none.',
    '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88',
  ),
});

export const OwnCalls = named('OwnCalls', 'Calls of yours that failed.', {
  calls: arrayOf(Type.Ref('OwnCall'), 'The calls, newest first.'),
  next: Type.Optional(text('Send it as after to get older calls. It is absent on the last page.')),
});

export const callSchemas = [OwnCall, OwnCalls];

export const exampleCall = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  at: 1763280066198,
  operation: 'createSupplierInvoice',
  status: 400,
  code: 'body.invalid',
  message: 'articles[3].price must be a number.',
  problems: [{ path: 'articles[3].price', code: 'number.type', message: 'must be a number' }],
  subjectId: null,
};

export const CallsQuery = Type.Object({
  status: Type.Optional(
    Type.String({
      pattern: '^[45]([0-9]{2}|xx)$',
      description:
        'Only calls with this status, such as 409, or of this class: 4xx or 5xx. Without it, all that failed.',
      examples: ['4xx'],
    }),
  ),
  operation: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Only calls of this operation.',
      ...storable,
      examples: ['createSupplierInvoice'],
    }),
  ),
  limit: numberInQuery(
    '^([1-9][0-9]?|1[0-9]{2}|200)$',
    'The maximum number of calls in a page, from 1 to 200. The default is 50.',
    { minimum: 1, maximum: 200, examples: [50] },
  ),
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The next of the previous page.',
      ...published({ pattern: cursorPattern }),
    }),
  ),
});
