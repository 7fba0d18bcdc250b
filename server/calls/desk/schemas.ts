import Type, { type Static } from 'typebox';
import { daysInQuery } from '../../desk/days.ts';
import { inPagesOnly, pageOf, pageQuery } from '../../desk/lists.ts';
import { parametersShape } from '../../desk/shapes.ts';
import { companyInPath, idInPath, textInQuery, time } from '../../desk/requests.ts';
import { publishedAs } from '../../ground/http/document/publish.ts';
import { callList } from '../store.ts';

const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

const fields = {
  traceId: Type.String({ description: 'The trace id that the partner was given.' }),
  at: time('When the call arrived.'),
  partner: nullableText('The name of the partner; null where the call had no valid token.'),
  operation: Type.String({
    description: 'The operation, such as createSupplierInvoice; none where the path was not one of the interface.',
  }),
  status: Type.Integer({ description: 'The status that was answered.' }),
  durationMs: Type.Number({ description: 'How long the answer took, in milliseconds.' }),
  reason: nullableText('What the partner was told; null where the call was accepted.'),
  code: nullableText(
    inPagesOnly(
      'The code of the error, as the header Doorway-Error had it; null where the call was accepted, or was kept before errors had codes.',
    ),
  ),
  parameters: Type.Unsafe<object | null>({
    ...parametersShape,
    type: ['object', 'null'],
    description: inPagesOnly('What fills the gaps of the reason; null where there is no code.'),
  }),
};

const problem = {
  path: Type.String({
    description: 'Where in the body, such as articles[3].price; empty where the body as a whole is meant.',
  }),
  code: Type.Optional(Type.String({ description: 'The code of the problem. Missing where it was kept without.' })),
  parameters: Type.Optional(parametersShape),
};

export const RequestRow = Type.Object(
  {
    ...fields,
    problems: Type.Array(Type.Object(problem), {
      description: inPagesOnly(
        'The first problems of a refused body, at most 3; parameters.count tells how many it had.',
      ),
    }),
  },
  { $id: 'RequestRow', description: 'A call of a partner.' },
);
export const RequestList = pageOf(Type.Ref('RequestRow'), { $id: 'RequestList', description: 'Calls of partners.' });

const requestTrace = (types: readonly string[]) =>
  Type.Object(
    {
      id: Type.String({ description: 'Tells this call apart from others with the same trace id.' }),
      ...fields,
      problems: Type.Array(Type.Object({ ...problem, problem: Type.String({ description: 'What is wrong there.' }) }), {
        description: 'Every problem of a refused body, at most 100 of them.',
      }),
      body: nullableText(
        'The body with bank numbers, contact details and file contents masked, at most 16 KiB of it; null where none was read.',
      ),
      subject: Type.Unsafe<object | null>({
        type: ['object', 'null'],
        description: 'The record that the call made; null where it made none.',
        required: ['type', 'id'],
        properties: {
          type: {
            type: 'string',
            enum: [...types],
            description: 'What kind of record it is.',
          },
          id: { type: 'string', description: 'Its id; the number of a supplier.' },
          supplierInvoiceId: { type: 'string', description: 'The invoice that an attachment is on.' },
        },
      }),
      others: Type.Array(
        Type.Object({
          id: Type.String({ description: 'Send it as id to read that call.' }),
          at: time('When it arrived.'),
          operation: Type.String({ description: 'Its operation.' }),
          status: Type.Integer({ description: 'The status that was answered.' }),
        }),
        {
          description:
            'Other calls with the same trace id, the newest first, at most 20: a partner may send one traceparent several times.',
        },
      ),
    },
    { $id: 'RequestTrace', description: 'A call of a partner with all that is kept of it.' },
  );

export const RequestQuery = Type.Object({
  status: Type.Optional(
    Type.String({
      pattern: '^[1-5][0-9]{2}$',
      description: 'Only calls that were answered with this status.',
      ...publishedAs('integer', { minimum: 100, maximum: 599 }),
    }),
  ),
  operation: textInQuery('Only calls of this operation.'),
  partner: textInQuery('Only calls of the partner with this name or id.'),
  ...daysInQuery('calls'),
  cause: textInQuery('Only calls that failed for this reason, as the overview gives it.'),
  failed: Type.Optional(
    Type.String({
      pattern: '^(true|false)$',
      description: 'true for calls that failed, false for those that were accepted.',
      ...publishedAs('boolean'),
    }),
  ),
  ...pageQuery(callList),
});
export type RequestQuery = Static<typeof RequestQuery>;

const traceId = Type.String({ pattern: '^[0-9a-fA-F]{32}$', description: 'The trace id, 32 hexadecimal digits.' });
export const TraceInPath = Type.Object({ traceId });
export const CompanyTraceInPath = Type.Object({ companyId: companyInPath, traceId });
export const CompanyInPath = Type.Object({ companyId: companyInPath });
export const WhichQuery = Type.Object({
  id: Type.Optional(idInPath('Which of several calls with this trace id; without it the newest.')),
});

/** `types` are the kinds of records that calls make. */
export const callSchemas = (types: readonly string[]) => [RequestRow, RequestList, requestTrace(types)];

export const exampleCall = {
  id: '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  at: '2026-11-15T08:30:00.000Z',
  partner: 'Scanner',
  operation: 'createSupplierInvoice',
  status: 400,
  durationMs: 2.4,
  reason: 'articles[3].price must be a number.',
  code: 'body.invalid',
  parameters: { count: 1 },
  problems: [{ path: 'articles[3].price', code: 'number.type', parameters: {}, problem: 'must be a number' }],
  body: '{"externalReferenceId":"scan-2026-000123","supplierNumber":"1042","supplierBankGiro":"•••2346","articles":[]}',
  subject: null,
  others: [],
};
