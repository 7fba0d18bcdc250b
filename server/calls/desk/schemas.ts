import Type from 'typebox';
import { daysInQuery } from '../../desk/days.ts';
import { count, flag, listOf, named, text, textOrNull, numberInQuery } from '../../ground/http/document/fields.ts';
import { inPagesOnly, pageOf, pageQuery } from '../../desk/lists.ts';
import { parametersShape } from '../../desk/shapes.ts';
import { flagInQuery, idInPath, textInQuery, time } from '../../desk/requests.ts';
import { callList } from '../store.ts';

const fields = {
  traceId: text('The trace id that the partner was given.', '4bf92f3577b34da6a3ce929d0e0e4736'),
  at: time('When the call arrived.'),
  partner: textOrNull('The name of the partner; null if the call had no valid token.', 'Scanner'),
  operation: text(
    'The operation, such as createSupplierInvoice; none if the path is not one of the interface.',
    'createSupplierInvoice',
  ),
  dryRun: flag(inPagesOnly('Whether the partner asked for the checks only.'), false),
  status: count('The HTTP status of the answer.', 400),
  durationMs: Type.Number({ description: 'The time until the answer, in milliseconds.', examples: [2.4] }),
  reason: textOrNull('The message of the error; null if the call was accepted.', 'articles[3].price must be a number.'),
  code: textOrNull(
    inPagesOnly(
      'The code of the error, as in the header Doorway-Error; null if the call was accepted, or was stored before errors had codes.',
    ),
    'body.invalid',
  ),
  parameters: Type.Unsafe<object | null>({
    ...parametersShape,
    type: ['object', 'null'],
    description: inPagesOnly('The parameters of the reason; null if there is no code.'),
    examples: [{ count: 1 }],
  }),
};

const problem = {
  path: text('The path in the body; empty for the body as a whole.', 'articles[3].price'),
  code: Type.Optional(text('The code of the problem. Missing if it was stored without.', 'number.type')),
  parameters: Type.Optional(parametersShape),
};

export const RequestRow = named('RequestRow', 'A call of a partner.', {
  ...fields,
  reference: textOrNull(
    'The partner’s own id of the invoice, supplier or work order that the call created or would have created; null for other calls.',
    'scan-2026-000123',
  ),
  problems: listOf(
    inPagesOnly('The first problems of a refused body, at most 3; parameters.count is their number.'),
    problem,
  ),
});
export const RequestList = pageOf('RequestList', 'RequestRow', 'Calls of partners.');

export const requestTrace = (types: readonly string[]) =>
  named('RequestTrace', 'A call of a partner with all stored details.', {
    id: text('Distinguishes this call from others with the same trace id.'),
    ...fields,
    problems: listOf('Every problem of a refused body, at most 100 of them.', {
      ...problem,
      problem: text('The problem in English.', 'must be a number'),
    }),
    unused: listOf('Fields of an accepted body that the operation does not have, at most 20.', {
      path: text('The path in the body.', 'supplierInvoceNumber'),
      nearest: textOrNull(
        'The path of the field with the nearest name; null if none is near.',
        'supplierInvoiceNumber',
      ),
      isRemoved: flag('Whether the interface had this field once.', false),
    }),
    moreUnused: count('The number of further such fields.', 0),
    body: textOrNull(
      'The body with bank numbers, contact details and file contents masked, at most 16 KiB of it; null if none was read.',
      '{"externalReferenceId":"scan-2026-000123","supplierNumber":"1042","supplierBankGiro":"•••2346","articles":[]}',
    ),
    subject: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      description: 'The record that the call created; null if it created none.',
      required: ['type', 'id'],
      properties: {
        type: {
          type: 'string',
          enum: [...types],
          description: 'The type of the record.',
        },
        id: { type: 'string', description: 'Its id; the number of a supplier.' },
        supplierInvoiceId: { type: 'string', description: 'The invoice of an attachment.' },
      },
    }),
    others: listOf(
      'Other calls with the same trace id, the newest first, at most 20: a partner may send one traceparent several times.',
      {
        id: text('Send it as id to read that call.'),
        at: time('When it arrived.'),
        operation: text('Its operation.', 'createSupplierInvoice'),
        status: count('The HTTP status of its answer.', 200),
      },
    ),
  });

export const RequestQuery = Type.Object({
  status: numberInQuery('^[1-5][0-9]{2}$', 'Only calls that were answered with this status.', {
    minimum: 100,
    maximum: 599,
  }),
  operation: textInQuery('Only calls of this operation.'),
  partner: textInQuery('Only calls of the partner with this name or id.'),
  ...daysInQuery('calls'),
  reference: textInQuery(
    'Only calls with this reference: those that created the record, and failed calls that would have created one with it.',
  ),
  cause: textInQuery('Only calls that failed for this reason, as in the overview.'),
  failed: flagInQuery('true for calls that failed, false for those that were accepted.'),
  ...pageQuery(callList),
});

export const traceId = Type.String({
  pattern: '^[0-9a-fA-F]{32}$',
  description: 'The trace id, 32 hexadecimal digits.',
});
export const CallIdQuery = Type.Object({
  id: Type.Optional(idInPath('The id of one of several calls with this trace id; without it the newest.')),
});
