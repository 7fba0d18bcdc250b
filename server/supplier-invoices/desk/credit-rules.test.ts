import { expect, it } from 'vitest';
import { remainingOf } from './credit-rules.ts';

const one = { id: '1', supplierInvoiceNumber: '1', invoiceDay: null, currency: 'SEK', state: 'approved' as const };
const of = (totalPrice: string | null, fields: object = {}) => ({ ...one, totalPrice, reference: null, ...fields });

it('what remains is the total less the credit notes in force, with every digit', () => {
  expect(remainingOf([of('0.3')], [of('-0.1'), of('-0.20000000001')], true)).toEqual({
    credited: '0.30000000001',
    amount: '-0.00000000001',
  });
  const others = [of('-5', { state: 'rejected' }), of('-6', { state: 'withdrawn' })];
  expect(remainingOf([of('-1'), of('10')], [of('-4.00'), ...others], true)).toEqual({ credited: '4', amount: '6' });
  expect(remainingOf([of('10')], others, true)).toBeNull();
  expect(remainingOf([of('10', { state: 'rejected' }), of('1', { reference: 'F' })], [of('-4')], true)).toBeNull();
});

it.each([
  ['currency', [of('10')], [of('-1', { currency: 'EUR' })], true],
  ['total', [of(null)], [of('-1')], true],
  ['total', [of('10')], [of('-1'), of('1')], true],
  ['many', [of('10')], [of('-1')], false],
  ['several', [of('10'), of('20')], [of('-1')], true],
])('what remains is unknown: %s', (unknown, numbered, notes, all) =>
  expect(remainingOf(numbered, notes, all)).toEqual({ unknown }),
);
