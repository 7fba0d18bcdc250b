import { expect, it } from 'vitest';
import { wrongOcr } from './giro.ts';

it.each([
  '18',
  '1234567897',
  '12345 67897',
  '7992739-8713',
  // The last digit but one states the length: 10 digits, so 0.
  '1234567806',
  '1' + '0'.repeat(23) + '9',
])('%j is valid', (text) => expect(wrongOcr(text)).toBeUndefined());

it.each(['F-1042', 'Faktura 1042', 'INV2026å', '12a4'])(
  '%j is a reference of another kind, and is not checked',
  (text) => expect(wrongOcr(text)).toBeUndefined(),
);

it.each([
  ['1042/7', 'characters'],
  ['#18#', 'characters'],
  ['8', 'length'],
  ['-', 'length'],
  ['0'.repeat(26), 'length'],
  ['0'.repeat(255), 'length'],
  ['19', 'digit'],
  ['1234567890', 'digit'],
  ['7992739-8712', 'digit'],
] as const)('%j is wrong by its %s', (text, why) => expect(wrongOcr(text)).toBe(why));
