import Type, { type Static } from 'typebox';
import { invoiceFilters } from '../lists/list-schemas.ts';
import {
  count,
  flag,
  form,
  group,
  listOf,
  named,
  oneOf,
  orNull,
  text,
  textOrNull,
  arrayOf,
} from '../../../ground/http/document/fields.ts';
import { comment, reason } from '../../../desk/fields.ts';
import { idInBody, time } from '../../../desk/requests.ts';
import { published, refusesOthers } from '../../../ground/http/document/publish.ts';
import { maxChosen } from '../../deciding/decision-rules.ts';

const decisions = ['approve', 'reject', 'ask', 'assign'] as const;

export const Bulk = named('Bulk', 'One decision on many invoices.', {
  id: text('The id of the bulk decision.'),
  decision: oneOf(
    [...decisions, 'reopen'],
    'What is done with each invoice: a decision, a question to its partner (ask), an assignment (assign), or the undo of an earlier bulk decision (reopen).',
  ),
  reason: textOrNull('The reason or comment of every decision, or the text of every question; null if there is none.'),
  withFindings: flag('Whether invoices with findings are approved, too.'),
  createdAt: time('When it was prepared.'),
  total: count('The number of chosen invoices.'),
  done: count('The number of decided invoices.'),
  left: count('The number of waiting invoices.'),
  leftOutCount: count('The number of invoices that cannot be decided.'),
  begun: flag('Whether the first hundred has been decided.'),
  finished: flag('Whether no invoice waits.'),
  sums: listOf('The sums of the decided and waiting invoices, by currency.', {
    currency: textOrNull('The currency; null for invoices without one.'),
    count: count('The number of invoices.'),
    total: text('The exact sum of their totals.'),
  }),
  partners: listOf('The partners of the same invoices, those with most of them first, at most 20.', {
    name: text('The name of the partner.'),
    count: count('The number of its invoices.'),
    isNotified: flag('Whether a webhook endpoint of the partner receives the event of the decision.'),
  }),
  leftOut: listOf('The invoices that cannot be decided, at most 100 of them.', {
    id: text('The id of the invoice.'),
    number: textOrNull(
      'The supplier’s invoice number, or the partner’s identifier if it has none; null if there is no such invoice.',
    ),
    supplierName: textOrNull('The supplier’s name.'),
    code: text('The obstacle, for programs.'),
    why: text('The obstacle as a sentence.'),
  }),
  leftOutBy: listOf('How many invoices cannot be decided, by obstacle, the most frequent first.', {
    code: text('The obstacle, for programs.'),
    why: text('The obstacle as a sentence.'),
    count: count('The number of invoices that have it.'),
    filter: orNull(
      group('Filters of the list.', { leftOut: text('The filter of this name.') }),
      'The filters of the list that show exactly these invoices; null if there are none.',
    ),
  }),
});

export const Bulks = named('Bulks', 'The caller’s unfinished bulk decisions.', {
  bulks: arrayOf(Type.Ref('Bulk'), 'The latest first, at most 20.'),
});

const howToDecide = {
  reason: comment(
    'The reason, or a comment on the approval, of every decision, or the text of every question. A rejection and a question need it before the first hundred.',
  ),
  withFindings: Type.Optional(flag('Whether invoices with findings are approved, too. The default is false.')),
  dueAt: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      pattern: '^2',
      description:
        'When answers to a question are due; it must be in the future. Null or missing if there is no such time.',
    }),
  ),
  operatorId: Type.Optional(
    Type.Unsafe<string | null>({
      ...idInBody('The operator to whom the invoices are assigned; null or missing for nobody.'),
      type: ['string', 'null'],
    }),
  ),
};

export const BulkForm = form(
  'BulkForm',
  'A decision, and the invoices that it is about.',
  {
    decision: oneOf(decisions, 'What to do with each invoice.'),
    ...howToDecide,
    ids: Type.Optional(
      Type.Array(idInBody('The id of an invoice.'), {
        maxItems: maxChosen,
        description: 'The invoices. Give either ids or filter.',
      }),
    ),
    filter: Type.Optional(
      Type.Object(invoiceFilters, {
        ...refusesOthers,
        description: 'All invoices that the list has with these filters, which are those of the list.',
      }),
    ),
  },
  { decision: 'approve', filter: { state: 'received', supplier: '1042' } },
);
export type BulkForm = Static<typeof BulkForm>;

export const BulkPatch = form('BulkPatch', 'A change of a bulk decision.', howToDecide, { withFindings: true });
export type BulkPatch = Static<typeof BulkPatch>;

export const BulkUndo = form(
  'BulkUndo',
  'An undo of a bulk decision.',
  { reason: reason('Why the invoices are reopened.') },
  { reason: 'Undone' },
);
export type BulkUndo = Static<typeof BulkUndo>;

export const BulksQuery = Type.Object({
  open: Type.String({
    pattern: '^true$',
    description: 'Must be true: finished bulk decisions are not listed.',
    ...published({ pattern: null, enum: ['true'] }),
  }),
});

export const bulkSchemas = [Bulk, Bulks, BulkForm, BulkPatch, BulkUndo];
