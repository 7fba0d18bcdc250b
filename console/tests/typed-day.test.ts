import { expect, it } from 'vitest';
import { daysLate } from '../src/days.ts';
import { typedDay } from '../src/shared/form/typed-day.ts';

const today = '2026-11-16';

it.each([
  ['2026-11-15', '2026-11-15'],
  ['2026-1-5', '2026-01-05'],
  ['2026/11/15', '2026-11-15'],
  ['20261115', '2026-11-15'],
  ['261115', '2026-11-15'],
  ['151115', '2015-11-15'],
  ['15/11', '2026-11-15'],
  ['5/1', '2026-01-05'],
  ['15.11', '2026-11-15'],
  ['15/11/2025', '2025-11-15'],
  ['15/11/25', '2025-11-15'],
  ['25-11-15', '2025-11-15'],
  ['15 nov', '2026-11-15'],
  ['15 November 2025', '2025-11-15'],
  ['Nov 15', '2026-11-15'],
  ['Nov 15, 2025', '2025-11-15'],
  ['3 maj', '2026-05-03'],
  ['3 May', '2026-05-03'],
  ['1 okt', '2026-10-01'],
  ['1 October', '2026-10-01'],
  ['today', today],
  ['Idag', today],
  ['i dag', today],
  ['tomorrow', '2026-11-17'],
  ['i morgon', '2026-11-17'],
  ['igår', '2026-11-15'],
  [' 29/2/2028 ', '2028-02-29'],
])('%s is the day %s', (typed, day) => {
  expect(typedDay(typed, today)).toBe(day);
});

it.each(['', 'soon', '31/2', '29/2', '15/13', '32/1', '2026-11', '0/1', 'nov', '15 foo', '1115', '12345'])(
  '%j is not a day',
  (typed) => {
    expect(typedDay(typed, today)).toBeUndefined();
  },
);

it('tomorrow is in the next year on its last day', () => {
  expect(typedDay('tomorrow', '2026-12-31')).toBe('2027-01-01');
});

it.each([
  ['2026-11-15', 1],
  ['2026-11-16', 0],
  ['2026-11-17', 0],
  ['2026-10-16', 31],
  ['2025-11-16', 365],
])('what was due on %s is %i days late', (due, days) => {
  expect(daysLate(due, today)).toBe(days);
});
