import { expect, it } from 'vitest';
import { creditable, remainingOf } from './credit-rules.ts';

const one = { id: '1', supplierInvoiceNumber: '1', invoiceDay: null, currency: 'SEK', state: 'approved' as const };
const of = (totalPrice: string | null, fields: object = {}) => ({ ...one, totalPrice, reference: null, ...fields });
const left = (total: string | null, notes: ReturnType<typeof of>[], all = true) => {
  const { credited, amount, unknown } = remainingOf([of(total)], notes, all) ?? {};
  return unknown ?? `${credited} ${amount}`;
};

it('what remains is the total less the credit notes in force, with every digit', () => {
  expect(left('5000.00', [of('-1250.00')])).toBe('1250 3750');
  expect(left('0.3', [of('-0.1'), of('-0.20000000001')])).toBe('0.30000000001 -0.00000000001');
  expect(left('10', [of('-4'), of('-5', { state: 'rejected' }), of('-6', { state: 'withdrawn' })])).toBe('4 6');
  expect(remainingOf([of('10')], [of('-5', { state: 'rejected' })], true)).toBeNull();
  expect(remainingOf([], [of('-5')], true)).toBeNull();
});

it('what remains is unknown if currencies differ, an amount is no credit, or not all credit notes are read', () => {
  expect(left('10', [of('-1', { currency: 'EUR' })])).toBe('currency');
  expect(left(null, [of('-1')])).toBe('total');
  expect(left('10', [of('-1'), of('1')])).toBe('total');
  expect(left('10', [of(null)])).toBe('total');
  expect(left('10', [of('-1')], false)).toBe('many');
  expect(remainingOf([of('10'), of('20')], [of('-1')], true)?.unknown).toBe('several');
});

it('credit notes mean neither each other nor what is rejected or withdrawn', () => {
  const invoice = of('10');
  const others = [
    of('-1'),
    of('1', { reference: 'F-1' }),
    of('1', { state: 'rejected' }),
    of('1', { state: 'withdrawn' }),
  ];
  expect(creditable([...others, invoice])).toEqual([invoice]);
});
