import { expect, it } from 'vitest';
import { judgeInBulk } from './bulk-rules.ts';
import type { BulkDecision } from './bulk-store.ts';
import { invoiceStates, type InvoiceState } from './states.ts';

const outcomeOf = (
  decision: BulkDecision,
  state: InvoiceState,
  hasFindings: boolean,
  withFindings: boolean,
): string => {
  const judged = judgeInBulk({ decision, withFindings }, { id: '', state, hasFindings });
  return 'code' in judged ? judged.code : judged.row.to;
};

// oxfmt-ignore
it.each<[BulkDecision, InvoiceState, boolean, boolean, string]>([
  ['approve', 'received', false, false, 'approved'],
  ['approve', 'received', false, true, 'approved'],
  ['approve', 'received', true, false, 'invoice.findings'],
  ['approve', 'received', true, true, 'approved'],
  ['reject', 'received', false, false, 'rejected'],
  ['reject', 'received', true, false, 'rejected'],
  ['approve', 'held', true, true, 'invoice.held'],
  ['reject', 'held', true, true, 'invoice.held'],
  ['approve', 'approved', false, false, 'invoice.approved'],
  ['reject', 'approved', false, false, 'invoice.approved'],
  ['approve', 'rejected', false, false, 'invoice.rejected'],
])('to %s an invoice that is %s, has findings: %s, with those: %s, comes to %s', (decision, state, has, asked, outcome) => {
  expect(outcomeOf(decision, state, has, asked)).toBe(outcome);
});

it.each(invoiceStates)('whatever the findings, an invoice that is %s comes to the same in a bulk as alone', (state) => {
  if (state === 'received') return expect(outcomeOf('approve', state, false, false)).toBe('approved');
  expect(outcomeOf('approve', state, true, false)).toBe(outcomeOf('approve', state, false, true));
});

it('an invoice that does not exist is left out', () => {
  expect(judgeInBulk({ decision: 'approve', withFindings: true }, undefined)).toEqual({ code: 'invoice.unknown' });
});
