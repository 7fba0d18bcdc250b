import { describe, expect, it } from 'vitest';
import { formatFor } from '../src/format.ts';

describe.each(['en-GB', 'sv-SE'])('in %s', (locale) => {
  const format = formatFor(locale, 'Europe/Stockholm');

  it('a day is written as 2026-11-15, in the reader’s zone', () => {
    expect(format.date('2026-11-14T23:00:00Z')).toBe('2026-11-15');
    expect(format.date('2026-11-14T22:59:59Z')).toBe('2026-11-14');
    expect(format.date(Date.UTC(2026, 0, 2, 12))).toBe('2026-01-02');
  });

  it('a time has the hour of 24, and seconds where calls are told apart by them', () => {
    expect(format.dateTime('2026-11-15T07:00:07Z')).toBe('2026-11-15 08:00 CET');
    expect(format.dateTime('2026-11-15T23:05:00Z')).toBe('2026-11-16 00:05 CET');
    expect(format.seconds('2026-11-15T19:00:07Z')).toBe('2026-11-15 20:00:07 CET');
    expect(format.seconds('2026-07-15T07:00:07Z')).toMatch(/^2026-07-15 09:00:07 (CEST|GMT\+2)$/);
  });
});

it.each([
  ['Europe/Stockholm', '2026-10-26 04:30 CET'],
  ['Europe/London', '2026-10-26 03:30 GMT'],
  ['America/New_York', '2026-10-25 23:30 GMT-4'],
])('a time in %s has the name of that zone', (zone, expected) => {
  expect(formatFor('en-GB', zone).dateTime('2026-10-26T03:30:00Z')).toBe(expected);
});

it('amounts are written as each language does', () => {
  expect(formatFor('en-GB', 'UTC').amount('1250.5', 'SEK')).toBe('1,250.50 SEK');
  expect(formatFor('sv-SE', 'UTC').amount('1250.5', 'SEK')).toBe('1\u00A0250,50 SEK');
});

it('is made once for all parts of a page, and anew for another language or time zone', () => {
  const format = formatFor('sv-SE', 'UTC');
  expect(formatFor('sv-SE', 'UTC')).toBe(format);
  expect(formatFor('en-GB', 'UTC').locale).toBe('en-GB');
  expect(formatFor('en-GB', 'Asia/Tokyo').date('2026-11-14T23:00:00Z')).toBe('2026-11-15');
});
