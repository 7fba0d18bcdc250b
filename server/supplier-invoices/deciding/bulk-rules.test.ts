import { expect, it } from 'vitest';
import { bulkTransition, type BulkCandidate, type BulkVerdict } from './decision-rules.ts';
import { invoiceStates, type InvoiceState } from '../../decisions/invoices.ts';

const me = { id: 'me', limit: { max: '1000', currency: 'SEK' }, payeeActs: [], unproven: [] };
const small: BulkCandidate = {
  id: '',
  state: 'received',
  hasFindings: false,
  amount: '999.9',
  currency: 'SEK',
  signedBy: null,
  supplierNumber: '1',
  releasers: [],
  releasedAt: null,
  filesWait: false,
};

const outcomeOf = (decision: BulkVerdict, state: InvoiceState, hasFindings: boolean, withFindings: boolean): string => {
  const judged = bulkTransition({ decision, withFindings }, me, { ...small, state, hasFindings });
  return 'code' in judged ? judged.code : judged.transition.to;
};

// oxfmt-ignore
it.each<[BulkVerdict, InvoiceState, boolean, boolean, string]>([
  ['approve', 'received', false, false, 'approved'],
  ['approve', 'received', false, true, 'approved'],
  ['approve', 'received', true, false, 'invoice.findings'],
  ['approve', 'received', true, true, 'approved'],
  ['reject', 'received', false, false, 'rejected'],
  ['reject', 'received', true, false, 'rejected'],
  ['approve', 'held', true, true, 'invoice.held'],
  ['reject', 'held', true, true, 'rejected'],
  ['approve', 'approved', false, false, 'invoice.approved'],
  ['reject', 'approved', false, false, 'invoice.approved'],
  ['approve', 'rejected', false, false, 'invoice.rejected'],
])('to %s an invoice that is %s (findings: %s, withFindings: %s) results in %s', (decision, state, has, asked, outcome) => {
  expect(outcomeOf(decision, state, has, asked)).toBe(outcome);
});

it('a bulk approval leaves out an invoice whose files wait to be read, a bulk rejection does not', () => {
  const judged = (decision: BulkVerdict) =>
    bulkTransition({ decision, withFindings: true }, me, { ...small, filesWait: true });
  expect(judged('approve')).toEqual({ code: 'invoice.unread' });
  expect(judged('reject')).toMatchObject({ transition: { to: 'rejected' } });
});

it.each(invoiceStates)('findings make no difference to a bulk approval of an invoice that is %s', (state) => {
  if (state === 'received') return expect(outcomeOf('approve', state, false, false)).toBe('approved');
  expect(outcomeOf('approve', state, true, false)).toBe(outcomeOf('approve', state, false, true));
});

// oxfmt-ignore
it.each<[Partial<BulkCandidate>, string]>([
  [{ amount: '1000' }, 'approved'],
  [{ amount: '1000.01' }, 'invoice.limit'],
  [{ amount: null }, 'invoice.limit'],
  [{ currency: 'EUR' }, 'invoice.limit'],
  [{ amount: '2000', signedBy: 'another' }, 'approved'],
  [{ amount: '2000', signedBy: 'me' }, 'invoice.signed'],
])('to approve %j with a limit of 1000 SEK results in %s, and rejecting it is allowed', (fields, outcome) => {
  const judged = bulkTransition({ decision: 'approve', withFindings: false }, me, { ...small, ...fields });
  expect('code' in judged ? judged.code : judged.transition.to).toBe(outcome);
  expect(bulkTransition({ decision: 'reject', withFindings: false }, me, { ...small, ...fields })).toHaveProperty('transition');
});

it('an invoice that does not exist is left out', () => {
  expect(bulkTransition({ decision: 'approve', withFindings: true }, me, undefined)).toEqual({
    code: 'invoice.unknown',
  });
});
