import { describe, expect, it } from 'vitest';
import { cleaned, linesOf, type TextPiece } from './lines.ts';

const at = (x: number, baseline: number, text: string, more: Partial<TextPiece> = {}): TextPiece => ({
  text,
  x,
  baseline,
  width: text.length * 5,
  height: 10,
  turns: 0,
  ...more,
});
/** Each letter is its own piece. */
const letters = (text: string, step: number) =>
  [...text].flatMap((letter, index) => (letter === ' ' ? [] : [at(index * step, 0, letter)]));

describe('lines', () => {
  it('pieces on one baseline are one line, from left to right, whatever their order in the file', () => {
    expect(linesOf([at(100, 20, 'under'), at(62, 1, '5050-1055'), at(0, 0, 'Bankgiro'), at(41, 0, 'nr')])).toEqual([
      'Bankgironr  5050-1055',
      'under',
    ]);
  });

  it('a gap of a word is one space, a gap of a column is two, and a space in the file is not repeated', () => {
    const row = [at(0, 0, 'Att'), at(18, 0, 'betala'), at(80, 0, '1 250,50 '), at(127, 0, 'SEK')];
    expect(linesOf(row)).toEqual(['Att betala  1 250,50 SEK']);
  });

  it('text that is written twice for a bold look counts once', () => {
    expect(linesOf([at(0, 0, 'Summa'), at(0.4, 0, 'Summa'), at(60, 0, '10'), at(90, 0, '10')])).toEqual([
      'Summa  10  10',
    ]);
  });

  it.each([8, 14, 30])('letters that were set %i points apart are words', (step) => {
    expect(linesOf(letters('FAKTURA', step))).toEqual(['FAKTURA']);
    expect(linesOf(letters('ATT BETALA', step))[0]?.replace('  ', ' ')).toBe('ATT BETALA');
  });

  it('text that was turned is read in its direction, after the rest', () => {
    const up = (y: number, text: string, x = 30) => at(x, y, text, { turns: 3 });
    expect(
      linesOf([up(500, 'Org.nr'), up(460, '556016-0680'), at(50, 10, 'Faktura'), at(50, 30, 'Sida'), at(50, 50, '1')]),
    ).toEqual(['Faktura', 'Sida', '1', 'Org.nr 556016-0680']);
  });

  it('a place that is no number is left out', () => {
    expect(linesOf([at(Number.NaN, 0, 'a'), at(0, Number.POSITIVE_INFINITY, 'b'), at(0, 0, 'c')])).toEqual(['c']);
  });
});

it.each([
  ['o\uFB03ciell', 'officiell'],
  ['1\u00A0250,50', '1 250,50'],
  ['1\u202F250,50', '1 250,50'],
  ['fak\u00ADtura', 'faktura'],
  ['a\u0000b\u200B\uFEFFc\uD800', 'abc'],
  ['F A K T U R A', 'FAKTURA'],
  ['5 0 5 0 - 1 0 5 5', '5050-1055'],
  ['1 2 3', '1 2 3'],
  ['Vi är A B C D', 'Vi är A B C D'],
])('%j becomes %j', (text, clean) => {
  expect(cleaned(text)).toBe(clean);
});
