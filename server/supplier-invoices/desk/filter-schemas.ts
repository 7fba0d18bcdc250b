import Type from 'typebox';
import { dayAndEarlier, dayAndLater, daysInQuery } from '../../desk/days.ts';
import { textInQuery } from '../../desk/requests.ts';
import { findingCodes, findingFamilies } from '../../../common/errors/findings.ts';
import { searchable } from '../../ground/db/text-search.ts';
import { invoiceStates } from '../../decisions/invoices.ts';

const oneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Optional(Type.Unsafe<Value>({ type: 'string', enum: [...values], description }));

const amount = (description: string) =>
  Type.Optional(Type.String({ pattern: '^-?[0-9]{1,15}([.][0-9]{1,20})?$', description }));

const uuid = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const operator = (others: string, description: string) =>
  Type.Optional(Type.String({ pattern: `^(${uuid}|${others})$`, maxLength: 36, description }));

/** What the list of invoices can be narrowed down by, and whatever works on the same invoices. */
export const invoiceFilters = {
  state: oneOf(
    [...invoiceStates, 'open'],
    'Only invoices in this state; open finds those that are neither approved nor rejected.',
  ),
  finding: oneOf(
    ['any', ...findingFamilies, ...findingCodes],
    'Only invoices with this finding that nobody has dismissed: a code, a family such as sum for all codes that begin so, or any.',
  ),
  supplier: textInQuery('Only invoices of the supplier with this number.'),
  partner: textInQuery('Only invoices of this partner, named by name or id.'),
  project: textInQuery('Only invoices with this project name, in any case.'),
  ...daysInQuery('invoices that arrived'),
  datedFrom: dayAndLater('invoices that are dated'),
  datedTo: dayAndEarlier('invoices that are dated'),
  dueFrom: dayAndLater('invoices that are due'),
  dueTo: dayAndEarlier('invoices that are due'),
  overdue: oneOf(['true'], 'Only invoices that were due before today and are neither approved nor rejected.'),
  files: oneOf(['none', 'some'], 'Only invoices without any file, or with some.'),
  credit: oneOf(['true', 'false'], 'Only invoices that credit, or only those that do not.'),
  decidedBy: operator('me', 'Only invoices that this operator approved or rejected, named by id; me is who asks.'),
  assigned: operator(
    'me|none',
    'Only invoices that were given to this operator, named by id; me is who asks, and none finds those that were given to nobody.',
  ),
  mentioned: oneOf(['me'], 'me finds only invoices with a note that mentions who asks.'),
  least: amount('Only invoices with this total or a greater one.'),
  most: amount('Only invoices with this total or a smaller one.'),
  ids: Type.Optional(
    Type.String({
      pattern: `^${uuid}(,${uuid}){0,199}$`,
      maxLength: 7_400,
      description: 'Only the invoices with these ids, at most 200, with a comma between two.',
    }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 100,
      pattern: searchable,
      description:
        'Only invoices that contain this text, in any case, in their invoice number, external reference id, supplier number, supplier name, order number, project name or payment reference. 2 to 100 characters, a letter or digit among them; two characters are looked for at the beginnings of words. An amount such as 1 250,50 or 1,250.50 also finds invoices with that total, of either sign; without decimals, whatever decimals the total has.',
    }),
  ),
};

export const InvoiceTotals = Type.Object(
  {
    count: Type.Integer({ description: 'How many invoices there are.' }),
    more: Type.Boolean({
      description: 'True where there are too many to be counted while somebody waits: there are more than count.',
    }),
    sums: Type.Optional(
      Type.Array(
        Type.Object({
          currency: Type.Unsafe<string | null>({
            type: ['string', 'null'],
            description: 'The currency; null where none was sent.',
          }),
          count: Type.Integer({ description: 'How many invoices are in it.' }),
          total: Type.String({ description: 'The sum of their totals, exactly.' }),
        }),
        { description: 'The sum in each currency, the most frequent first. It is missing where there are more.' },
      ),
    ),
  },
  { $id: 'InvoiceTotals', description: 'How many invoices there are, and what they come to.' },
);

export const exampleTotals = { count: 37, more: false, sums: [{ currency: 'SEK', count: 37, total: '125430.50' }] };

export const filterSchemas = [InvoiceTotals];
