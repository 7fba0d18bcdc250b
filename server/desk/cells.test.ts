import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { cell } from '../ground/csv/cell.ts';
import { expectLinear } from '../testing/linear.ts';

const read = (line: string, delimiter: string): string[] =>
  parse(line, { delimiter, relax_quotes: true, relax_column_count: true }).flat();

const texts = [
  '=1+1',
  '+46 8 123',
  '-cmd',
  '@sum',
  ' =1',
  '"=1"',
  'a;=1+1',
  'a;"=1+1"',
  'a\t=1+1',
  'a; =1',
  '\t=1',
  '\r=1',
  'a\n=1',
  'x;-2;+3',
  "'=1",
  'a";=1;"b',
  ';=1',
];

it.each(texts)('%j is not a formula with any delimiter', (text) => {
  for (const delimiter of [',', ';', '\t'])
    for (const part of read(`before,${cell(text)},after`, delimiter))
      expect(part.replace(/^[\s"']*/, (blank) => (blank.includes("'") ? '.' : ''))).not.toMatch(/^[=+\-@]/);
});

it.each(['', 'a', 'a,b', 'a;b', 'a\tb', 'say "yes"', 'two\nlines', '-12.50', '0.10', 'Nordbygg & Söner; Göteborg'])(
  '%j is read back unchanged',
  (text) => {
    expect(read(`before,${cell(text)},after`, ',')).toEqual(['before', text, 'after']);
  },
);

it('a cell that contains another separator is quoted', () => {
  expect(cell('a;b')).toBe('"a;b"');
  expect(cell('a\tb')).toBe('"a\tb"');
});

it('a decimal comma is not quoted if the delimiter is not a comma', () => {
  expect([cell('-12,50', ';'), cell('-12,50'), cell('12.5')]).toEqual(['-12,50', '"-12,50"', '12.5']);
});

it('1 MiB of any text is written in linear time', async () => {
  const bytes = 1024 * 1024;
  for (const text of [';', '\t', ' ', '"', '=', '; ', ';"', "';", '\r\n'].map((piece) =>
    piece.repeat(bytes / piece.length),
  )) {
    await expectLinear(() => cell(text));
  }
});
