import { expect, it } from 'vitest';
import { duplicateRules, scoreOf, type Reason } from './duplicates.ts';
import { decimalOf } from '../../../common/decimal.ts';
import type { CheckedInvoice } from '../invoice.ts';
import { needsOf } from '../judge.ts';
import { keysOf } from '../keys.ts';
import type { InvoiceContext } from '../context.ts';

const at = new Date('2026-11-16T08:00:00Z');
const invoice: CheckedInvoice = {
  lines: [],
  supplierInvoiceNumber: 'F-0012',
  invoiceDay: '2026-11-01',
  totalPrice: decimalOf('1250.50'),
  paymentReferenceOCR: '1234567897',
};
const earlier = (id: string, other: Partial<CheckedInvoice> = {}) => ({ id, keys: keysOf({ ...invoice, ...other }) });
const find = (known: InvoiceContext['earlier']) =>
  duplicateRules.flatMap((rule) => rule.find(invoice, { at, ...(known && { earlier: known }) }, {}));

it('without a similar earlier invoice there is no finding', () => {
  expect(find(undefined)).toEqual([]);
  expect(find({})).toEqual([]);
});

it('the same number in another spelling is a finding with the earlier id and the score', () => {
  const same = earlier('e-1', {
    supplierInvoiceNumber: 'f12',
    totalPrice: decimalOf('10'),
    paymentReferenceOCR: undefined,
  });
  expect(find({ number: same })).toEqual([
    {
      code: 'duplicate.number',
      path: 'supplierInvoiceNumber',
      parameters: { earlier: 'e-1', score: 80, reasons: ['number'] },
      message: 'Invoice e-1 of this supplier has the same invoice number (likeness 80 %).',
    },
  ]);
});

it('number, amount and payment reference are separate findings, each with everything that the two invoices share', () => {
  const all = earlier('e-1', { totalPrice: decimalOf('1250.5') });
  const amount = earlier('e-2', { supplierInvoiceNumber: 'G1', paymentReferenceOCR: '1234 567897' });
  expect(find({ number: all, amount, ocr: amount })).toMatchObject([
    {
      code: 'duplicate.number',
      parameters: { earlier: 'e-1', score: 96, reasons: ['number', 'amount', 'ocr'] },
    },
    {
      code: 'duplicate.amount',
      path: 'totalPrice',
      parameters: { earlier: 'e-2', score: 80, reasons: ['amount', 'ocr'] },
    },
    {
      code: 'duplicate.ocr',
      path: 'paymentReferenceOCR',
      parameters: { earlier: 'e-2', score: 80, reasons: ['amount', 'ocr'] },
    },
  ]);
});

it('a field that both invoices lack is not shared', () => {
  const bare = { lines: [], supplierInvoiceNumber: '7' };
  const [finding] = duplicateRules.flatMap((rule) =>
    rule.find(bare, { at, earlier: { number: { id: 'e-1', keys: keysOf(bare) } } }, {}),
  );
  expect(finding?.parameters).toEqual({ earlier: 'e-1', score: 80, reasons: ['number'] });
});

it.each([
  [['number'], 80],
  [['amount'], 50],
  [['ocr'], 60],
  [['file'], 95],
  [['number', 'amount'], 90],
  [['number', 'ocr'], 92],
  [['amount', 'ocr'], 80],
  [['number', 'amount', 'ocr'], 96],
  [['amount', 'file'], 98],
  [['number', 'amount', 'ocr', 'file'], 100],
] as [Reason[], number][])('%j has the score %d', (reasons, score) => expect(scoreOf(reasons)).toBe(score));

it('a rule that is off needs nothing', () => {
  expect(needsOf(duplicateRules, {})).toEqual(new Set(['number', 'alike', 'amount', 'ocr']));
  expect(needsOf(duplicateRules, { 'duplicate.amount': 'off' })).toEqual(new Set(['number', 'alike', 'ocr']));
});
