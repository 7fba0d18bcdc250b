import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, dayIn, documentDay, isTimeZone, isWholeDay } from './days.ts';
import { runs } from '../server/testing/properties.ts';

// Offsets of quarter hours, of both signs, beyond 12 hours; clocks that change at midnight, at 00:01 or by half an hour.
const zones = [
  'Europe/Stockholm',
  'Europe/London',
  'Europe/Dublin',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Tehran',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'UTC',
];
const formats = new Map(zones.map((zone) => [zone, new Intl.DateTimeFormat('sv-SE', { timeZone: zone })]));
const intlDay = (at: number, zone: string) => (formats.get(zone) as Intl.DateTimeFormat).format(at);
const [earliest, latest] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)];

const moments = fc.integer({ min: earliest, max: latest });
const minutes = fc.integer({ min: earliest / 60_000, max: latest / 60_000 }).map((minute) => minute * 60_000);

it('the day of a moment is the one that Intl gives, in every zone', () => {
  fc.assert(
    fc.property(fc.oneof(moments, minutes), fc.constantFrom(...zones), (at, zone) => {
      expect([zone, at, dayIn(at, zone)]).toEqual([zone, at, intlDay(at, zone)]);
    }),
    runs(1_000),
  );
});

it.each([
  // In St. John's the clocks went from 00:01 on 7 November 2010 back to 23:01 on the day before.
  ['2010-11-07T02:30:30Z', 'America/St_Johns', '2010-11-07'],
  ['2010-11-07T02:31:00Z', 'America/St_Johns', '2010-11-06'],
  ['2010-11-07T03:30:00Z', 'America/St_Johns', '2010-11-07'],
  // Samoa left out 30 December 2011.
  ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29'],
  ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31'],
])('on a day on which clocks change, too: %s in %s is %s', (moment, zone, day) => {
  expect(dayIn(Date.parse(moment), zone)).toBe(day);
});

it.each([
  // Midnight in Stockholm in winter and in summer, and a second before it.
  ['2026-11-24T23:00:00Z', 'Europe/Stockholm', '2026-11-25', true],
  ['2026-11-24T22:59:59Z', 'Europe/Stockholm', '2026-11-24', false],
  ['2026-06-30T22:00:00Z', 'Europe/Stockholm', '2026-07-01', true],
  ['2026-06-30T21:59:59Z', 'Europe/Stockholm', '2026-06-30', false],
  ['2026-06-30T23:00:00Z', 'Europe/Stockholm', '2026-07-01', false],
  // The days on which clocks change, which have 23 and 25 hours.
  ['2026-03-28T23:00:00Z', 'Europe/Stockholm', '2026-03-29', true],
  ['2026-03-29T22:00:00Z', 'Europe/Stockholm', '2026-03-30', true],
  ['2026-10-24T22:00:00Z', 'Europe/Stockholm', '2026-10-25', true],
  ['2026-10-25T22:59:59Z', 'Europe/Stockholm', '2026-10-25', false],
  ['2026-10-25T23:00:00Z', 'Europe/Stockholm', '2026-10-26', true],
  // The same moment is another day elsewhere.
  ['2026-11-24T23:00:00Z', 'Europe/London', '2026-11-24', false],
  ['2026-11-24T23:00:00Z', 'Europe/Helsinki', '2026-11-25', false],
  ['2026-11-25T05:00:00Z', 'America/New_York', '2026-11-25', true],
  ['2026-11-25T04:59:59Z', 'America/New_York', '2026-11-24', false],
  // Midnight in UTC means the day in UTC everywhere.
  ['2026-11-25T00:00:00Z', 'Europe/Stockholm', '2026-11-25', true],
  ['2026-11-25T00:00:00Z', 'America/New_York', '2026-11-25', true],
  ['2026-11-25T00:00:00Z', 'Pacific/Pago_Pago', '2026-11-25', true],
  ['2026-11-25T00:00:00Z', 'Pacific/Kiritimati', '2026-11-25', true],
  // In Beirut clocks skip midnight, so the day begins at one.
  ['2026-03-28T22:00:00Z', 'Asia/Beirut', '2026-03-29', true],
  // The ends of what a partner may send.
  ['2000-01-01T00:00:00Z', 'America/New_York', '2000-01-01', true],
  ['2100-01-01T00:00:00Z', 'Asia/Tokyo', '2100-01-01', true],
] as const)('%s is %s %s', (moment, zone, day, isWhole) => {
  expect([documentDay(Date.parse(moment), zone), isWholeDay(Date.parse(moment), zone)]).toEqual([day, isWhole]);
});

it('days are added across months, leap days and changes of clocks', () => {
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
});

it.each([
  ['Europe/Stockholm', true],
  ['UTC', true],
  ['Asia/Kathmandu', true],
  ['Mars/Olympus', false],
  ['+01:00', false],
  ['', false],
  ['Europe/Stockholm ', false],
])('%j is a time zone: %s', (name, is) => {
  expect(isTimeZone(name)).toBe(is);
});
