import Type, { type Static } from 'typebox';
import { invoiceFilters } from '../filter-schemas.ts';
import { companyInPath, idInBody, idInPath, time } from '../../../desk/requests.ts';
import { published, refusesOthers } from '../../../ground/http/document/publish.ts';
import { mostChosen } from '../../deciding/bulk-rules.ts';

const text = (description: string) => Type.String({ description });
const textOrNull = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });
const count = (description: string) => Type.Integer({ description });
const decision = Type.Unsafe<'approve' | 'reject'>({
  type: 'string',
  enum: ['approve', 'reject'],
  description: 'What is decided about each of them.',
});

const Bulk = Type.Object(
  {
    id: text('The id of the bulk.'),
    decision,
    reason: textOrNull('The reason or comment that each of them gets; null where there is none.'),
    withFindings: Type.Boolean({ description: 'Whether those are approved, too, in which something looks wrong.' }),
    createdAt: time('When it was written down.'),
    total: count('How many invoices were chosen.'),
    done: count('How many of them are decided.'),
    left: count('How many of them wait for it.'),
    leftOutCount: count('How many of them are not decided because something stands in the way.'),
    begun: Type.Boolean({ description: 'Whether the first of them have had their turn.' }),
    finished: Type.Boolean({ description: 'Whether none of them waits any more.' }),
    sums: Type.Array(
      Type.Object({
        currency: textOrNull('The currency; null for invoices that name none.'),
        count: count('How many invoices.'),
        total: text('The sum of their totals, exactly.'),
      }),
      { description: 'The sums of what is decided or waits for it, by currency.' },
    ),
    leftOut: Type.Array(
      Type.Object({
        id: text('The id of the invoice.'),
        number: textOrNull(
          'The supplier’s invoice number, or the partner’s identifier where it has none; null where there is no such invoice.',
        ),
        supplierName: textOrNull('The supplier’s name.'),
        code: text('What stands in the way, for programs.'),
        why: text('What stands in the way.'),
      }),
      { description: 'What is not decided, and why. At most 100 are written out.' },
    ),
  },
  { $id: 'Bulk', description: 'One decision about many invoices.' },
);

const Bulks = Type.Object(
  { bulks: Type.Array(Type.Ref('Bulk'), { description: 'The latest first, at most 20.' }) },
  { $id: 'Bulks', description: 'One’s own bulks that are not finished.' },
);

const BulkFilter = Type.Object(invoiceFilters, {
  ...refusesOthers,
  description: 'All invoices that the list has under these filters, which are those of the list.',
});

const reason = Type.Optional(
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: 1_000,
    description:
      'Why, or a comment on the approval. Each invoice gets it. A rejection needs it before its first hundred is decided.',
  }),
);
const withFindings = Type.Optional(
  Type.Boolean({
    description: 'Whether those are approved, too, in which something looks wrong. The default is false.',
  }),
);

export const BulkForm = Type.Object(
  {
    decision,
    reason,
    ids: Type.Optional(
      Type.Array(idInBody('The id of an invoice.'), {
        maxItems: mostChosen,
        description: 'The invoices. Either ids or filter is needed, and not both.',
      }),
    ),
    filter: Type.Optional(BulkFilter),
    withFindings,
  },
  {
    ...refusesOthers,
    $id: 'BulkForm',
    description: 'What to decide about which invoices.',
    examples: [{ decision: 'approve', filter: { state: 'received', supplier: '1042' } }],
  },
);
export type BulkForm = Static<typeof BulkForm>;

export const BulkPatch = Type.Object(
  { reason, withFindings },
  { ...refusesOthers, $id: 'BulkPatch', description: 'What is to change.', examples: [{ withFindings: true }] },
);
export type BulkPatch = Static<typeof BulkPatch>;

export const BulksQuery = Type.Object({
  open: Type.String({
    pattern: '^true$',
    description: 'Only those that are not finished. It has to be true: finished ones are not listed.',
    ...published({ pattern: null, enum: ['true'] }),
  }),
});

export const bulkParams = Type.Object({ companyId: companyInPath, id: idInPath('The bulk’s id.') });

export const exampleBulk = {
  id: '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c89',
  decision: 'approve',
  reason: null,
  withFindings: false,
  createdAt: '2026-11-15T09:30:00.000Z',
  total: 250,
  done: 100,
  left: 149,
  leftOutCount: 1,
  begun: true,
  finished: false,
  sums: [{ currency: 'SEK', count: 249, total: '311250.50' }],
  leftOut: [
    {
      id: '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88',
      number: 'F-20871',
      supplierName: 'Nordbygg Material AB',
      code: 'invoice.approved',
      why: 'This invoice is approved already.',
    },
  ],
};

export const bulkSchemas = [Bulk, Bulks, BulkForm, BulkPatch];
