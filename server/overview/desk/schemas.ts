import Type, { type Static } from 'typebox';
import { zoneInQuery } from '../../desk/days.ts';
import { catchingUp } from '../../desk/lists.ts';
import { companyInPath } from '../../desk/requests.ts';
import { parametersShape } from '../../desk/shapes.ts';
import { exampleMorning, morning } from './morning-schemas.ts';
import { notBlank, publishedAs } from '../../ground/http/document/publish.ts';

const count = (description: string) => Type.Integer({ description });

export const Overview = Type.Object(
  {
    arrivals: Type.Array(
      Type.Object({
        day: Type.String({ description: 'The day, as YYYY-MM-DD.' }),
        partner: Type.String({
          description: 'The name of the partner; “the company” for suppliers that the company registered itself.',
        }),
        invoices: count('How many supplier invoices arrived.'),
        suppliers: count('How many suppliers were registered.'),
        workOrders: count('How many work orders arrived.'),
      }),
      {
        description:
          'What arrived by day and partner, in the order of time. A day and partner without anything has no entry.',
      },
    ),
    failures: Type.Array(
      Type.Object({
        operation: Type.String({ description: 'The operation that failed.' }),
        status: Type.Integer({ description: 'The status that was answered.' }),
        reason: Type.String({
          description: 'Why, without the values that differ from call to call. The list of calls takes it as cause.',
        }),
        count: count('How many calls.'),
        code: Type.Optional(
          Type.String({
            description: 'The code of the error. It is missing where the calls were kept before errors had codes.',
          }),
        ),
        parameters: Type.Optional(parametersShape),
        problem: Type.Optional(
          Type.Object(
            {
              path: Type.String({ description: 'Where in the body, without the numbers of lines: articles[].price.' }),
              code: Type.String({ description: 'What is wrong there.' }),
              parameters: Type.Optional(parametersShape),
            },
            { description: 'The first problem of the body, where it had any.' },
          ),
        ),
        more: Type.Optional(Type.Boolean({ description: 'True where the bodies had problems of other kinds, too.' })),
      }),
      { description: 'Failed calls by what they have in common, the most frequent first, at most 50.' },
    ),
    findings: Type.Array(
      Type.Object({
        partner: Type.String({ description: 'The name of the partner.' }),
        code: Type.String({ description: 'The code of the finding.' }),
        count: count('How many of the partner’s invoices have it.'),
      }),
      {
        description:
          'How many invoices that arrived in these days have each finding that nobody has dismissed, by partner, the most frequent first, at most 100.',
      },
    ),
    waiting: Type.Object(
      {
        received: count('Invoices that nobody has decided on.'),
        held: count('Invoices that are held until an operator releases them.'),
        workOrders: count('Open work orders.'),
      },
      { description: 'What waits for a person.' },
    ),
    ...morning,
    catchingUp,
  },
  { $id: 'Overview', description: 'What arrived, what failed, what waits and for how long.' },
);
export type Overview = Static<typeof Overview>;

export const exampleOverview: Overview = {
  arrivals: [{ day: '2026-11-15', partner: 'Scanner', invoices: 42, suppliers: 1, workOrders: 3 }],
  failures: [
    {
      operation: 'createSupplierInvoice',
      status: 400,
      reason: 'There is no supplier with this number.',
      count: 2,
      code: 'supplier.unknown',
    },
  ],
  findings: [{ partner: 'Scanner', code: 'sum.total', count: 12 }],
  waiting: { received: 17, held: 1, workOrders: 5 },
  ...exampleMorning,
};

const text = (description: string) => Type.Optional(Type.String({ description }));

export const resultTypes = ['invoice', 'supplier', 'project', 'workOrder', 'partner', 'request'] as const;
export type ResultType = (typeof resultTypes)[number];

export const SearchResults = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        type: Type.Unsafe<ResultType>({ type: 'string', enum: [...resultTypes], description: 'What was found.' }),
        id: Type.String({ description: 'Its id; the number of a supplier, the trace id of a call.' }),
        title: Type.String({ description: 'What to call it.' }),
        subtitle: Type.String({ description: 'What tells it apart from others of the same title.' }),
        reference: text('The external reference id of an invoice.'),
        supplierName: text('The name of an invoice’s supplier.'),
        amount: text('The total of an invoice, with every digit, where it has one.'),
        currency: text('Its currency.'),
        proposalIds: Type.Optional(
          Type.Array(Type.String(), { description: 'The proposal ids of a project, at most 5.' }),
        ),
        operation: text('What a call was for.'),
        status: Type.Optional(Type.Integer({ description: 'The status that a call was answered with.' })),
        partner: text('The partner that called.'),
        at: Type.Optional(Type.String({ format: 'date-time', description: 'When it called.' })),
      }),
      { description: 'What was found, the best first, at most 20.' },
    ),
    catchingUp,
  },
  { $id: 'SearchResults', description: 'What a search over everything found.' },
);
export type SearchResult = Static<typeof SearchResults>['results'][number];

export const exampleResults = {
  results: [
    {
      type: 'invoice',
      id: '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88',
      title: 'F-20871',
      subtitle: 'scan-4711 · Nordbygg Material AB · 1568.75 SEK',
      reference: 'scan-4711',
      supplierName: 'Nordbygg Material AB',
      amount: '1568.75',
      currency: 'SEK',
    },
  ],
};

export const CompanyInPath = Type.Object({ companyId: companyInPath });

export const OverviewQuery = Type.Object({
  days: Type.Optional(
    Type.String({
      pattern: '^([1-9]|[1-8][0-9]|90)$',
      description: 'How many days to look back, today included, 1 to 90. The default is 30.',
      ...publishedAs('integer', { minimum: 1, maximum: 90 }),
    }),
  ),
  zone: zoneInQuery,
});
export const SearchQuery = Type.Object({
  q: Type.String({
    pattern: notBlank,
    maxLength: 200,
    description:
      'What to look for: a part of a number, a name or a reference, an amount in either notation, an id, or a trace id.',
  }),
});

export const overviewSchemas = [Overview, SearchResults];
