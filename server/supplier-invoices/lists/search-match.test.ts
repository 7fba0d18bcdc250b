import { expect, it } from 'vitest';
import { fieldMatch, fileMatch, wordsInFiles } from './search-match.ts';

const invoice = {
  shown: ['F-7', 'scan-7 · Östra Rör · 1568.75 SEK'],
  hidden: { orderNumber: 'PO-7741', internalReference: 'Åsa Berg', projectName: null, bankGiro: '5050-1055' },
};

it.each([
  ['ostra', undefined, []],
  ['östra 1 568,75', undefined, []],
  ['7741', { field: 'orderNumber', text: 'PO-7741' }, []],
  ['po-77', { field: 'orderNumber', text: 'PO-7741' }, []],
  ['rör asa', { field: 'internalReference', text: 'Åsa Berg' }, []],
  ['rör Betongbil', undefined, ['betongbil']],
  ['50501055', { field: 'bankGiro', text: '5050-1055' }, []],
  ['5050-1059', undefined, ['50501059']],
])('why %j has found an invoice: field %j, words in files %j', (q, field, words) => {
  expect(fieldMatch(q, invoice)).toEqual(field);
  expect(wordsInFiles(q, invoice)).toEqual(words);
});

it('a word in a file is shown with its page and the line around it', () => {
  const long = `${'x '.repeat(100)}Betongbilen ${'y '.repeat(100)}`;
  const files = [
    { fileName: 'one.pdf', pages: [['Nothing here']] },
    { fileName: 'two.pdf', pages: [[], ['First line', `  ${long}`]] },
  ];
  const match = fileMatch(['betongbil'], files);
  expect(match).toMatchObject({ field: 'file', fileName: 'two.pdf', page: 2 });
  expect(match?.text).toMatch(/^… (x )+Betongbilen (y )+y …$/);
  expect(match?.text.length).toBeLessThan(90);
  expect(fileMatch(['lastbil'], files)).toBeUndefined();
});
