import Type, { type Static } from 'typebox';
import { invoiceStates } from '../../decisions/invoices.ts';
import { message } from '../../door/shapes.ts';
import {
  earliestDate,
  latestDate,
  optionalAmount,
  identifierText,
  flag,
  group,
  listOf,
  named,
  text,
  arrayOf,
  oneOf,
} from '../../ground/http/document/fields.ts';

export const maxListed = 10_000;
export const maxUnlisted = 10_000;

const id = Type.String({ format: 'uuid', description: 'The id that the service gave the invoice.' });
const reference = 'Your reference of the invoice.';

const time = (description: string, example: number) =>
  Type.Integer({ format: 'int64', minimum: earliestDate, maximum: latestDate, description, examples: [example] });

const ListedInvoice = group('An invoice that you have sent.', {
  externalReferenceId: identifierText(reference, 'scan-2026-000123'),
  totalPrice: optionalAmount(
    'The total that you sent. It is compared by value: 1.10 is 1.1. Without it, only the reference is compared.',
    1568.75,
  ),
});

export const Reconciliation = named('Reconciliation', 'What you have sent, to be compared with what the company has.', {
  from: time('The beginning of the period, by arrival, in epoch milliseconds, inclusive.', 1763247600000),
  to: time('The end of the period, by arrival, in epoch milliseconds, exclusive.', 1763334000000),
  supplierInvoices: Type.Array(ListedInvoice, {
    maxItems: maxListed,
    description: 'The invoices that you have sent, each once, at most 10,000.',
  }),
});
export type Reconciliation = Static<typeof Reconciliation>;

const amountOrNull = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], description, examples: [1568.75] });

const ofInvoice = {
  state: oneOf(invoiceStates, 'Its state.'),
  credit: flag('Whether it is a credit note.'),
};

export const ReconciliationResult = named('ReconciliationResult', 'How your list and the company’s invoices differ.', {
  matched: Type.Integer({ minimum: 0, description: 'How many of the listed invoices the company has like this.' }),
  missing: arrayOf(
    Type.String(),
    'References that never arrived. Send these invoices again, with the same externalReferenceId.',
  ),
  differing: listOf('Listed invoices whose total differs.', {
    externalReferenceId: text(reference),
    id,
    sent: Type.Number({ description: 'The total of your list.', examples: [1568.75] }),
    stored: amountOrNull('The total that the company has; null if the invoice has none.'),
    ...ofInvoice,
  }),
  unlisted: listOf(
    'Invoices of yours that arrived in the period and are not listed, in the order of their arrival, at most 10,000.',
    {
      externalReferenceId: text(reference),
      id,
      totalPrice: amountOrNull('Its total; null if it has none.'),
      ...ofInvoice,
    },
  ),
  next: Type.Optional(
    Type.Integer({
      format: 'int64',
      description: 'Send it as from to have the further unlisted invoices named. It is absent if all are named.',
    }),
  ),
  message,
});

export const exampleResult = {
  matched: 998,
  missing: ['scan-2026-000124'],
  differing: [
    {
      externalReferenceId: 'scan-2026-000125',
      id: '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c87',
      sent: 1568.75,
      stored: 1568.5,
      state: 'received',
      credit: false,
    },
  ],
  unlisted: [
    {
      externalReferenceId: 'scan-2026-000099',
      id: '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88',
      totalPrice: -120,
      state: 'withdrawn',
      credit: true,
    },
  ],
  message: 'The books differ: 998 of 1,000 listed invoices match, 1 missing, 1 differing, 1 not listed.',
};
