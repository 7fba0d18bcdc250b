import fc from 'fast-check';
import { expect, it } from 'vitest';
import { invoiceActions } from './action-rules.ts';
import { changerDays, dutyOf, whyTwo } from './decision-rules.ts';

const limit = { max: '10000', currency: 'SEK' };

it.each<[string, Parameters<typeof whyTwo>[0], string | null, string | null, ReturnType<typeof whyTwo>]>([
  ['no limit', undefined, '99999999', 'SEK', undefined],
  ['no limit and no total', undefined, null, null, undefined],
  ['below', limit, '9999.99', 'SEK', undefined],
  ['exactly the limit', limit, '10000', 'SEK', undefined],
  ['the limit with decimals', limit, '10000.00', 'SEK', undefined],
  ['above by the smallest fraction', limit, '10000.000000000000000001', 'SEK', 'limit'],
  ['more digits than a float has', { ...limit, max: '900719925474099.3' }, '900719925474099.31', 'SEK', 'limit'],
  ['a credit note above the limit', limit, '-10000.01', 'SEK', 'limit'],
  ['a credit note below the limit', limit, '-9999', 'SEK', undefined],
  ['a limit of 0 and an amount of 0', { ...limit, max: '0' }, '0.00', 'SEK', undefined],
  ['a limit of 0', { ...limit, max: '0' }, '0.01', 'SEK', 'limit'],
  ['no total', limit, null, 'SEK', 'unknown'],
  ['another currency', limit, '1', 'EUR', 'currency'],
  ['no currency', limit, '1', null, 'currency'],
  ['the currency in small letters', limit, '1', ' sek ', undefined],
])('why an approval takes two: %s', (_what, limit, amount, currency, expected) => {
  expect(whyTwo(limit, { amount, currency })).toBe(expected);
});

it.each([
  [['Anna'], 'Ask another approver, such as Anna.', false],
  [['Anna', 'Bo', 'Cia'], 'Ask another approver, such as Anna, Bo or Cia.', false],
  [[], 'Nobody else in this company can approve it.', true],
])('a duty that stops an approval names %j, or says where to switch the rule off', (others, says, isSettings) => {
  const obstacle = { code: 'duty.released', parameters: { on: '2026-11-17', others } } as const;
  const { why } = invoiceActions('received', 'approver', { approval: { obstacle } }).approve;
  expect(why).toContain(says);
  expect(why?.includes('Settings')).toBe(isSettings);
});

it.each([
  [2, 30],
  [60, 60],
])('with %i days of recent changes, whoever changed the payee in %i days must not release', (recentDays, days) => {
  expect(changerDays(recentDays)).toBe(days);
});

it('whoever released an invoice, however often and in whatever order, does not approve it', () => {
  const people = fc.constantFrom('a', 'b', 'c', 'd');
  fc.assert(
    fc.property(fc.array(people, { maxLength: 8 }), people, (releases, approver) => {
      const releasers = [...new Set(releases)];
      const subject = { supplierNumber: '1', releasers, releasedAt: new Date(0), signedBy: null };
      expect(dutyOf(approver, subject, [])?.code).toBe(releases.includes(approver) ? 'duty.released' : undefined);
    }),
  );
});
