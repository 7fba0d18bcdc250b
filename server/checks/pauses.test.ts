import { expect, it } from 'vitest';
import { findingAccountFields } from './account-fields.ts';
import { checkedOnArrival } from './checked.testing.ts';
import { checkingInvoice } from './read.ts';
import { explainInSteps } from './sums/explain.ts';
import { pausesOf } from '../testing/pauses.ts';

const linesOf = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({ price: nth / 8, quantity: 1, vat: 25, totalPrice: nth / 8 }));

const undated = { invoiceDay: null, paymentDueDay: null };

it('reading an invoice pauses at least every hundred lines', () => {
  const { pauses, value } = pausesOf(checkingInvoice({ articles: linesOf(5_000) }, undated));
  expect(value.lines).toHaveLength(5_000);
  expect(pauses).toBeGreaterThanOrEqual(50);
});

it('explaining the sums pauses every hundred lines, also for each kind of VAT', () => {
  const invoice = checkedOnArrival({ articles: linesOf(5_000), totalPrice: 1.5 });
  // Lines are read once and added once, and each of the four kinds of VAT takes another pass.
  expect(pausesOf(explainInSteps(invoice)).pauses).toBeGreaterThanOrEqual(5 * 49);
});

it.each([
  ['a list', { list: Array.from({ length: 100_000 }, () => 'x') }],
  ['objects', { list: Array.from({ length: 20_000 }, () => ({ name: 'x' })) }],
  [
    'texts with accounts',
    { articles: Array.from({ length: 5_000 }, () => ({ note: 'Bankgiro 991-2346, konto 5555-5555' })) },
  ],
])('the search for accounts pauses in %s', (_, invoice) => {
  expect(pausesOf(findingAccountFields(invoice)).pauses).toBeGreaterThanOrEqual(10);
});
