import { expect, it } from 'vitest';
import { creditRule } from './plausibility.ts';

const find = (creditInvoiceReference: string | undefined, isCreditedKnown?: boolean) =>
  creditRule.find({ lines: [], creditInvoiceReference }, { at: new Date(), isCreditedKnown }, {});

it('a credit of an unknown invoice is a finding, with its number shortened', () => {
  expect(find('F-12', false)).toEqual([
    {
      code: 'credit.unknown',
      path: 'creditInvoiceReference',
      parameters: { number: 'F-12' },
      message: 'The credited invoice "F-12" is not known for this supplier.',
    },
  ]);
  expect(find('7'.repeat(255), false)[0]?.parameters.number).toBe(`${'7'.repeat(80)}…`);
});

it('a credit of a known invoice, a credit that was not looked up, and an invoice that is no credit have no finding', () => {
  expect(find('F-12', true)).toEqual([]);
  expect(find('F-12')).toEqual([]);
  expect(find(undefined, false)).toEqual([]);
});
