import { expect, it } from 'vitest';
import { merged } from './preferences.ts';

const invoices = { list: 'invoices', columns: ['number', 'due'] };
const calls = { list: 'calls', columns: ['time'] };

it.each([
  ['the first choice is all there is', {}, { language: 'sv' }, { language: 'sv' }],
  ['another choice stays', { language: 'sv' }, { colours: 'dark' }, { language: 'sv', colours: 'dark' }],
  ['the later choice counts', { split: 40 }, { split: 60 }, { split: 60 }],
  ['the columns of another list stay', { columns: [invoices] }, { columns: [calls] }, { columns: [invoices, calls] }],
  [
    'columns are chosen anew',
    { columns: [invoices] },
    { columns: [{ ...invoices, columns: ['due'] }] },
    { columns: [{ ...invoices, columns: ['due'] }] },
  ],
  [
    'no columns are the usual ones again',
    { columns: [invoices, calls] },
    { columns: [{ list: 'calls', columns: [] }] },
    { columns: [invoices] },
  ],
  [
    'a choice of something else leaves columns alone',
    { columns: [invoices] },
    { split: 30 },
    { split: 30, columns: [invoices] },
  ],
] as const)('%s', (_what, kept, chosen, after) => {
  const plain = (value: object) => JSON.parse(JSON.stringify(value));
  expect(merged(plain(kept), plain(chosen))).toEqual(after);
});
