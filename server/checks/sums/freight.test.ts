import { expect, it } from 'vitest';
import { plain } from '../../../common/decimal.ts';
import { freightOf } from './amounts.ts';

it.each([
  ['250', '250'],
  ['250.00', '250'],
  ['250,50', '250.5'],
  ['1 250,50', '1250.5'],
  ['1\u00a0250', '1250'],
  ['12 345 678', '12345678'],
  ['250 SEK', '250'],
  ['250 kr', '250'],
  ['250 kr.', '250'],
  ['250kr', '250'],
  ['SEK 250,00', '250'],
  ['250:-', '250'],
  ['250,-', '250'],
  ['-250,00', '-250'],
  ['−250', '-250'],
  ['  250 ', '250'],
  ['0', '0'],
])('%j is the amount %s', (text, amount) => {
  expect(plain(freightOf(text, 'SEK') ?? { units: -1n, scale: 9 })).toBe(amount);
});

it.each([
  'Fritt',
  'DHL 250',
  '250 + moms',
  '2 50',
  '12 34',
  '1,250.50',
  '1.250,50',
  '250..0',
  '250 EUR',
  'kr',
  '25 %',
  '1'.repeat(255),
])('%j is no amount', (text) => {
  expect(freightOf(text, 'SEK')).toBeUndefined();
});

it('may be in the invoice’s own currency', () => {
  expect(freightOf('250 eur', 'EUR')).toEqual({ units: 250n, scale: 0 });
  expect(freightOf(undefined, 'EUR')).toBeUndefined();
});
