import { expect, it } from 'vitest';
import { linesOf, type TextLine } from '../src/pages/invoices/files/find/text-lines.ts';
import { findProof } from '../src/pages/invoices/files/proofs/find-proof.ts';
import type { Proof } from '../src/pages/invoices/files/proofs/proof.ts';

/** Pieces of text on one page, each with its place from the left and from the top in per cent. */
const page = (sheet: number, ...pieces: [text: string, x: number, y: number][]): TextLine[] =>
  linesOf(
    pieces.map(([text, x, y]) => ({ text, x: x / 100, y: y / 100, width: text.length / 100, height: 0.01 })),
    sheet,
    1.4,
  );

const found = (lines: TextLine[], proof: Pick<Proof, 'page' | 'text'> & { value?: string }) =>
  findProof(lines, { value: undefined, ...proof } as Proof).map(({ line, from, to }) => line.text.slice(from, to));

const paper = [
  ...page(1, ['Bankgiro', 5, 90], ['991-2346', 20, 90]),
  ...page(
    2,
    ['Faktura 4711', 5, 5],
    ['Bank', 5, 90],
    ['giro: 50', 10.2, 90],
    ['50-1055', 19, 90.1],
    ['Org.nr 556016-0680', 60, 90],
  ),
];

it('a proof is found on its page in text that comes in pieces, the account alone if it is named', () => {
  const text = 'Bankgiro: 5050-1055  Org.nr 556016-0680';
  expect(found(paper, { page: 2, text })).toEqual(['Bank giro: 50 50-1055\tOrg.nr 556016-0680']);
  expect(found(paper, { page: 2, text, value: '5050-1055' })).toEqual(['50 50-1055']);
  expect(found(paper, { page: 1, text })).toEqual([]);
});

it('the line that is exactly the proof wins over one that contains it', () => {
  const lines = page(1, ['Summa 1 250,00 SEK inkl. moms', 5, 10], ['1 250,00', 5, 20]);
  expect(findProof(lines, { page: 1, text: '1 250,00' } as Proof)).toMatchObject([{ line: { text: '1 250,00' } }]);
});

it('a proof over two lines of the page is marked on both, and accents, case and ligatures do not matter', () => {
  const lines = page(1, ['FÖRETAGETS A\u030ARSAVGIFT', 5, 10], ['o\uFB03ciell summa', 5, 20], ['annat', 5, 30]);
  expect(found(lines, { page: 1, text: 'företagets årsavgift officiell' })).toEqual([
    'FÖRETAGETS A\u030ARSAVGIFT',
    'o\uFB03ciell',
  ]);
});

it('text that is written twice to be bold counts once', () => {
  const twice = (text: string, x: number): [string, number, number][] => [
    [text, x, 10],
    [text, x + 0.05, 10],
  ];
  const lines = page(1, ...twice('Att', 5), ...twice('betala', 9), ...twice('1 250,00', 60));
  expect(found(lines, { page: 1, text: 'Att betala  1 250,00' })).toEqual(['Att betala\t1 250,00']);
});

it('lines in another order are marked one by one, and a proof without letters marks nothing', () => {
  const lines = page(1, ['Att betala', 5, 10], ['1 250,00 SEK', 60, 11], ['Tack för köpet', 5, 20]);
  expect(found(lines, { page: 1, text: '1 250,00 SEK Att betala' })).toEqual(['Att betala', '1 250,00 SEK']);
  expect(found(lines, { page: 1, text: '—' })).toEqual([]);
});
