import { expect, it } from 'vitest';
import { bareNumber, wholeLength } from './whole-value.ts';

it.each([
  ['1\u{A0}250,50 SEK', '1\u{A0}250,50'],
  ['-18,412.50', '-18,412.50'],
  ['5402-9681', '5402-9681'],
  ['2026-11-09', '2026-11-09'],
  ['SE35 5000 0000 0549 1000 0003', 'SE35 5000 0000 0549 1000 0003'],
  ['F-20871', 'F-20871'],
  ['Kvarteret Eken', ''],
  ['Betong & Grund 2', ''],
  ['', ''],
])('a double click on %j selects %j', (text, selected) => expect(text.slice(0, wholeLength(text))).toBe(selected));

it.each([
  ['5402-9681', '54029681'],
  ['SE35 5000 0000', 'SE3550000000'],
  ['850101-****', ''],
])('%s is copied as %j', (text, copied) => expect(bareNumber(text)).toBe(copied));
