import Type, { type Static } from 'typebox';
import { notBlank, refusesOthers } from '../../ground/http/document/publish.ts';
import { invoiceFilters } from '../../supplier-invoices/desk/lists/list-schemas.ts';
import { flag, form, named, oneOf, text, arrayOf } from '../../ground/http/document/fields.ts';

/** The query parameters that a view of each list may contain. */
const filtersOf = {
  invoices: [...Object.keys(invoiceFilters).filter((name) => !['zone', 'ids'].includes(name)), 'sort'],
} as const;

const list = oneOf(Object.keys(filtersOf), 'The list that the view is of.');

const name = Type.String({
  pattern: notBlank,
  maxLength: 100,
  description: 'The name of the view. An operator has each name once for a list.',
  examples: ['Nordbygg, to approve'],
});

const value = Type.Optional(Type.String({ maxLength: 200, description: 'As the list takes it.' }));

const query = Type.Unsafe<Record<string, string>>(
  Type.Object(Object.fromEntries(filtersOf.invoices.map((name) => [name, value])), {
    ...refusesOthers,
    description: 'The filters and the sort, by the names that the list’s parameters have.',
    examples: [{ state: 'received', supplier: '1042', sort: 'dueDate' }],
  }),
);

const shared = flag('Whether everybody in the company sees it.');

export const View = named('View', 'Filters and a sort of a list under a name.', {
  id: text('The id of the view.'),
  list,
  name,
  query,
  shared,
  own: flag('Whether it is the signed-in operator’s own.'),
  by: text('The name of its owner.', 'The approver'),
  mayChange: flag('Whether the signed-in operator may change it.'),
});

export const Views = named('Views', 'One’s own views of a list, and those that others share.', {
  views: arrayOf(Type.Ref('View'), 'By name.'),
});

export const ViewForm = form(
  'ViewForm',
  'A new view.',
  { list, name, query, shared },
  { list: 'invoices', name: 'Nordbygg, to approve', query: { state: 'received' }, shared: false },
);
export type ViewForm = Static<typeof ViewForm>;

export const ViewPatch = form(
  'ViewPatch',
  'What is to change.',
  { name: Type.Optional(name), query: Type.Optional(query), shared: Type.Optional(shared) },
  { shared: true },
);
export type ViewPatch = Static<typeof ViewPatch>;

export const ViewsQuery = Type.Object({ list });
