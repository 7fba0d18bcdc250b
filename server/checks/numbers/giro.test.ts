import fc from 'fast-check';
import { expect, it } from 'vitest';
import { giroKey, wrongBankGiro, wrongPostGiro, wrongOcr } from './giro.ts';
import { wrongOrganization } from '../../../common/numbers/organization.ts';
import { runs } from '../../testing/properties.ts';

it.each(['991-2346', '9912346', '5050-1055', '50501055', '900-8004', ' 900 80 04 ', '991\u20112346', '991\u00a02346'])(
  'the bank giro %j is valid',
  (text) => expect(wrongBankGiro(text)).toBeUndefined(),
);

it.each([
  ['hello world', 'characters'],
  ['991-234X', 'characters'],
  ['BG 991-2346', 'characters'],
  ['９９１２３４６ bg', 'characters'],
  ['９９１２３４５', 'digit'],
  ['991/2346', 'characters'],
  ['', 'length'],
  ['-', 'length'],
  ['991-234', 'length'],
  ['5050-10557', 'length'],
  ['0'.repeat(255), 'length'],
  ['991-2345', 'digit'],
  ['919-2346', 'digit'],
  ['5050-1056', 'digit'],
] as const)('the bank giro %j is wrong by its %s', (text, why) => expect(wrongBankGiro(text)).toBe(why));

it.each(['18', '12345-5', '90 08 00-4', '4 15 00-0', '1234567-4'])('the post giro %j is valid', (text) =>
  expect(wrongPostGiro(text)).toBeUndefined(),
);

it.each([
  ['PG 12345-5', 'characters'],
  ['5', 'length'],
  ['', 'length'],
  ['123456782', 'length'],
  ['12345-4', 'digit'],
  ['19', 'digit'],
] as const)('the post giro %j is wrong by its %s', (text, why) => expect(wrongPostGiro(text)).toBe(why));

/** The digits 0 to 9 after doubling in the Luhn sum, written out to be independent of the code. */
const twice = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];

it('exactly one check digit is valid', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 6, maxLength: 7 }), (digits) => {
      const sum = digits.toReversed().reduce((all, digit, at) => all + (at % 2 === 0 ? (twice[digit] ?? 0) : digit), 0);
      for (let last = 0; last <= 9; last++)
        expect(wrongBankGiro([...digits, last].join(''))).toBe((sum + last) % 10 === 0 ? undefined : 'digit');
    }),
    runs(200),
  );
});

it('numbers are compared by their digits without leading zeros, and a text without digits has an empty key', () => {
  for (const text of ['991-2346', '9912346', ' 991 23 46', 'BG 991-2346', '0000991-2346'])
    expect(giroKey(text)).toBe('9912346');
  for (const text of ['', '-', 'saknas', '000']) expect(giroKey(text)).toBe('');
});

it('zeros alone are invalid although their check digit fits', () => {
  expect(wrongBankGiro('000-0000')).toBe('digit');
  expect(wrongPostGiro('00-0')).toBe('digit');
  expect(wrongOcr('0000')).toBe('digit');
  expect(wrongOrganization('000000-0000')).toBe('digit');
});
