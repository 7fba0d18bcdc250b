import { expect, it } from 'vitest';
import { datesRule } from './plausibility.ts';

const find = (invoiceDate: string | undefined, paymentDueDate?: string) =>
  datesRule.find(
    {
      lines: [],
      invoiceDate: invoiceDate === undefined ? undefined : Date.parse(invoiceDate),
      paymentDueDate: paymentDueDate === undefined ? undefined : Date.parse(paymentDueDate),
    },
    { at: new Date() },
    {},
  );

it('midnights in UTC or in Stockholm, with the due date on the invoice date or later, have no finding', () => {
  expect(find(undefined)).toEqual([]);
  expect(find('2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z')).toEqual([]);
  expect(find('2026-10-31T23:00:00Z', '2026-11-01T00:00:00Z')).toEqual([]);
  expect(find('2026-06-30T22:00:00Z', '2026-06-30T22:00:00Z')).toEqual([]);
});

it('a due date on an earlier day is a finding with both days', () => {
  expect(find('2026-11-15T00:00:00Z', '2026-11-14T00:00:00Z')).toEqual([
    {
      code: 'date.due',
      path: 'paymentDueDate',
      parameters: { due: '2026-11-14', dated: '2026-11-15' },
      message: 'The due date 2026-11-14 is before the invoice date 2026-11-15.',
    },
  ]);
});

it('an earlier time of the same day in Stockholm is no earlier day', () => {
  // Both dates are 1 November: one is midnight in UTC, the other midnight in Stockholm.
  expect(find('2026-11-01T00:00:00Z', '2026-10-31T23:00:00Z')).toEqual([]);
});

it('a time of day is a finding with the day that is assumed', () => {
  expect(find('2026-11-15T07:17:00Z')).toEqual([
    {
      code: 'date.time',
      path: 'invoiceDate',
      parameters: { field: 'invoiceDate', sent: '2026-11-15T07:17:00.000Z', understood: '2026-11-15' },
      message:
        'invoiceDate is 2026-11-15T07:17:00.000Z, which is midnight neither in UTC nor in Stockholm. It is understood as 2026-11-15.',
    },
  ]);
  expect(find('2026-11-15T23:30:00Z', '2026-12-15T22:00:00Z')).toMatchObject([
    { path: 'invoiceDate', parameters: { understood: '2026-11-16' } },
    { path: 'paymentDueDate', parameters: { field: 'paymentDueDate', understood: '2026-12-15' } },
  ]);
  // This time is midnight in Stockholm in summer, but not in winter.
  expect(find('2026-11-15T22:00:00Z')).toMatchObject([{ code: 'date.time' }]);
});
