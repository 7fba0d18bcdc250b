import { expect, it } from 'vitest';
import { firstUnlisted, reconcile, summaryOf, writtenOut, type StoredInvoice } from './rules.ts';

const stored = (externalReferenceId: string, totalPrice: string | null, more: Partial<StoredInvoice> = {}) => ({
  id: `id of ${externalReferenceId}`,
  externalReferenceId,
  totalPrice,
  state: 'received' as const,
  credit: false,
  createdAt: new Date(1_000),
  ...more,
});
const byReference = (...invoices: StoredInvoice[]) =>
  new Map(invoices.map((invoice) => [invoice.externalReferenceId, invoice]));

it.each([
  ['1.10', '1.1', true],
  ['-0', '0.00', true],
  ['1e3', '1000', true],
  ['100000000000000.000000000000000000000000000001', '100000000000000.000000000000000000000000000001', true],
  ['100000000000000.000000000000000000000000000001', '100000000000000', false],
  ['-5', '5', false],
  ['0', null, false],
  [undefined, null, true],
  [undefined, '7', true],
])('%s compared with %s: equal is %s', (sent, total, isEqual) => {
  const { matched, differing } = reconcile(
    [{ externalReferenceId: 'a', totalPrice: sent }],
    byReference(stored('a', total)),
  );
  expect([matched.length, differing.length]).toEqual(isEqual ? [1, 0] : [0, 1]);
});

it('an exponent is written out, and every other digit stays', () => {
  expect(['1e3', '1.5E-2', '-1.10', '0.10'].map(writtenOut)).toEqual(['1000', '0.015', '-1.10', '0.10']);
});

it('of too many unlisted invoices, those before a whole millisecond are named, and next is that millisecond', () => {
  const at = (ms: number) => stored(String(ms), null, { createdAt: new Date(ms) });
  const all = [at(1), at(2), at(3), at(3)];
  expect(firstUnlisted(all, 3)).toEqual({ named: [at(1), at(2)], next: 3 });
  expect(firstUnlisted(all, 4)).toEqual({ named: all, next: undefined });
});

it('the summary counts what matches but is withdrawn, rejected or a credit note', () => {
  const invoices = byReference(stored('a', '1', { state: 'withdrawn' }), stored('b', '-1', { credit: true }));
  const listed = ['a', 'b'].map((externalReferenceId) => ({ externalReferenceId, totalPrice: undefined }));
  expect(summaryOf(reconcile(listed, invoices), { named: [], next: undefined }, 2)).toBe(
    'The books are equal: 2 of 2 listed invoices match (1 withdrawn, 1 credit note), 0 missing, 0 differing, 0 not listed.',
  );
});
