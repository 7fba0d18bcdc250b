import { expect, it } from 'vitest';
import { datesRule } from './plausibility.ts';
import { checkedInvoice, daysOf } from '../read.ts';

const find = (invoiceDate: string | undefined, paymentDueDate?: string, zone = 'Europe/Stockholm') => {
  const sent = (date: string | undefined) => (date === undefined ? null : Date.parse(date));
  const fields = { invoiceDate: sent(invoiceDate), paymentDueDate: sent(paymentDueDate) };
  return datesRule.find(checkedInvoice(fields, daysOf(fields, zone)), { at: new Date(), zone }, {});
};

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
        'invoiceDate is 2026-11-15T07:17:00.000Z, which is midnight neither in UTC nor in the company’s time zone. It is understood as 2026-11-15.',
    },
  ]);
  expect(find('2026-11-15T23:30:00Z', '2026-12-15T22:00:00Z')).toMatchObject([
    { path: 'invoiceDate', parameters: { understood: '2026-11-16' } },
    { path: 'paymentDueDate', parameters: { field: 'paymentDueDate', understood: '2026-12-15' } },
  ]);
  // This time is midnight in Stockholm in summer, but not in winter.
  expect(find('2026-11-15T22:00:00Z')).toMatchObject([{ code: 'date.time' }]);
});

it('midnight and days are those of the company’s time zone', () => {
  const newYork = (invoiceDate: string, due?: string) => find(invoiceDate, due, 'America/New_York');
  expect(newYork('2026-11-15T05:00:00Z', '2026-11-15T00:00:00Z')).toEqual([]);
  expect(newYork('2026-11-15T04:00:00Z')).toMatchObject([
    { code: 'date.time', parameters: { understood: '2026-11-14' } },
  ]);
  // Midnight in UTC is the day in UTC, although it is still the day before there.
  expect(newYork('2026-11-15T05:00:00Z', '2026-11-14T00:00:00Z')).toMatchObject([
    { code: 'date.due', parameters: { due: '2026-11-14', dated: '2026-11-15' } },
  ]);
});

it('a stored invoice keeps the days that it arrived with', () => {
  const fields = { invoiceDate: Date.parse('2026-11-24T23:00:00Z') };
  const stored = checkedInvoice(fields, { invoiceDay: '2026-11-25', paymentDueDay: null });
  expect(stored).toMatchObject({ invoiceDate: fields.invoiceDate, invoiceDay: '2026-11-25', paymentDueDay: undefined });
});
