import { expect, it } from 'vitest';
import { wordsOf } from './words.ts';
import { expectLinear, megabyteOf } from '../../testing/linear.ts';

const of = (...lines: string[]) => wordsOf([{ pages: [lines] }]);

it.each([
  ['Åkeri, Café (Öst)', ['akeri', 'cafe', 'ost']],
  ['Bankgiro 5050-1055', ['bankgiro', '50501055', '5050', '1055']],
  ['SE35 5000 0000 0549', ['se35', '5000', '0000', '0549', 'se35500000000549']],
  ['1 250,50  12', ['25050', '250', '125050']],
  ['of a 12 AB x', []],
  ['moms Moms MOMS', ['moms']],
])('%j has the words %j', (line, words) => {
  expect(of(line)).toEqual(words);
});

it('several files and pages count together, and a word of no use takes no room', () => {
  expect(wordsOf([{ pages: [['one two'], []] }, { pages: [] }, { pages: [['two four', 'x'.repeat(41)]] }])).toEqual([
    'one',
    'two',
    'four',
  ]);
});

it('words are bounded in number and length', () => {
  expect(of(...Array.from({ length: 2_000 }, (_, at) => `w${1_000 + at}`))).toHaveLength(1_000);
  const long = of(...Array.from({ length: 2_000 }, (_, at) => `${'w'.repeat(30)}${1_000 + at}`));
  expect(long.join('').length).toBeLessThanOrEqual(8_000);
});

it.each(['1 2 ', '-', 'ab,'])('a text of nothing but %j takes a moment', async (text) => {
  const lines = [megabyteOf(text)];
  await expectLinear(() => wordsOf([{ pages: [lines] }]));
});
