import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areAlike, nameKey } from './names.ts';
import { expectLinear, megabyteOf } from '../testing/linear.ts';
import { runs } from '../testing/properties.ts';

it.each([
  ['Rör & Co AB', 'ROR OCH CO'],
  ['Nordbygg Material AB', 'Nordbygg Material Aktiebolag'],
  ['Nordbygg AB', 'AB Nordbygg'],
  ['Nordbygg AB (publ)', 'nordbygg'],
  ['Nordbygg AB i likvidation', 'Nordbygg AB'],
  ['Hansen A/S', 'Hansen AS'],
  ['Hansen S.A.', 'Hansen'],
  ['Bygg & Son Handelsbolag', 'Bygg and Son HB'],
  ['Lantmännen ek. för.', 'Lantmännen ekonomisk förening'],
  ['H & M', 'HM'],
  ['H&M AB', 'H och M'],
  ['E.ON Sverige', 'EON Sverige AB'],
  ['Café Ümlaut', 'CAFE UMLAUT'],
  ['Ørsted', 'Orsted A/S'],
  ['Nord-Bygg', 'Nordbygg'],
  ['SAS AB', 'SAS'],
  ['Skanska AB', 'Skanska Sverige AB'],
  ['Nordbygg Material i Uppsala AB', 'Nordbygg Material'],
  ['Nordbyg AB', 'Nordbygg AB'],
  ['Nordbygg Materail AB', 'Nordbygg Material AB'],
  ['Anders Petersson', 'Anders Pettersson'],
  ['Anders Andersson', 'Andersson Anders'],
  ['Material Nordbygg AB', 'Nordbygg Material AB'],
  ['---', 'Nordbygg AB'],
])('%j and %j may be one company', (a, b) => {
  expect(areAlike(a, b)).toBe(true);
  expect(areAlike(b, a)).toBe(true);
});

it.each([
  ['Nordbygg AB', 'Sydbygg AB'],
  ['Nordbygg Material AB', 'Nordbygg Betong AB'],
  ['Nordbygg AB', 'Mälardalens El AB'],
  ['Nord', 'Nordbygg'],
  ['Rör AB', 'Rör Teknik i Malmö AB'],
  ['SEB', 'SHB'],
  ['El AB', 'Pl AB'],
  ['Fastighets AB Eken 1', 'Fastighets AB Eken 2'],
  ['Bostadsrättsföreningen Linden 12', 'Bostadsrättsföreningen Linden 21'],
  ['Bygg AB', 'Bagare AB'],
])('%j and %j are two companies', (a, b) => {
  expect(areAlike(a, b)).toBe(false);
  expect(areAlike(b, a)).toBe(false);
});

const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
const word = (minLength: number, maxLength: number) =>
  fc.array(letter, { minLength, maxLength }).map((letters) => letters.join(''));

/** The textbook Levenshtein algorithm, over the whole table. */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const costs = [row];
    for (let column = 1; column <= b.length; column++)
      costs.push(
        Math.min(
          (before[column] ?? 0) + 1,
          (costs[column - 1] ?? 0) + 1,
          (before[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1),
        ),
      );
    before = costs;
  }
  return before[b.length] as number;
}

it('two words are alike up to the number of typing errors that their length allows, and no further', () => {
  fc.assert(
    fc.property(
      word(5, 22),
      fc.array(fc.tuple(fc.nat(22), letter, fc.constantFrom('left out', 'added', 'replaced')), { maxLength: 5 }),
      (name, slips) => {
        const letters = [...name];
        for (const [at, other, slip] of slips)
          letters.splice(at % letters.length, slip === 'added' ? 0 : 1, ...(slip === 'left out' ? [] : [other]));
        const other = letters.join('');
        // Skip names with ignored words, which are removed before the comparison.
        fc.pre(nameKey(name) === name && nameKey(other) === other && other.length >= 4);
        const length = Math.min(name.length, other.length);
        const most = length <= 7 ? 1 : length <= 15 ? 2 : 3;
        expect([name, other, areAlike(name, other)]).toEqual([name, other, distance(name, other) <= most]);
      },
    ),
    runs(2_000),
  );
});

const longOf = (text: string) => megabyteOf(text).slice(0, 100_000);

/** Names have at most 255 characters; longer ones show that the time is linear. */
it.each([
  ['one word with a slip at its end', `${longOf('a')}a`, `${longOf('a')}b`],
  ['single letters', longOf('a '), longOf('b ')],
  ['beginnings of legal forms', longOf('ek '), longOf('i ek ')],
  ['words in another order', longOf('nord syd '), longOf('syd nord ')],
  ['accents', longOf('e\u0301'), longOf('e\u0300')],
  ['numbers', longOf('a1'), longOf('b1')],
])('%s of 100,000 characters are compared in linear time', async (_what, a, b) => {
  await expectLinear(() => areAlike(a, b));
});
