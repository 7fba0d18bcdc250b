import { expect, it } from 'vitest';
import { amountIn, isDigestDue, isFailing, zoneOf } from './rules.ts';

const at = (time: string) => new Date(time);

it('a digest is due once on a weekday, from seven in the morning on, on the reader’s own clock', () => {
  const zone = 'Europe/Stockholm';
  const monday = (time: string) => at(`2026-11-16T${time}+01:00`);
  expect(isDigestDue(monday('06:59:59'), undefined, zone)).toBe(false);
  expect(isDigestDue(monday('07:00:00'), undefined, zone)).toBe(true);
  expect(isDigestDue(monday('23:59:00'), undefined, zone)).toBe(true);
  expect(isDigestDue(monday('07:01:00'), monday('07:00:00'), zone)).toBe(false);
  expect(isDigestDue(monday('23:59:00'), monday('07:00:00'), zone)).toBe(false);
  expect(isDigestDue(at('2026-11-17T06:00:00+01:00'), monday('07:00:00'), zone)).toBe(false);
  expect(isDigestDue(at('2026-11-17T07:00:00+01:00'), monday('23:00:00'), zone)).toBe(true);
  // The digest was chosen before seven, so the first one is today's.
  expect(isDigestDue(monday('07:00:00'), monday('06:30:00'), zone)).toBe(true);
  expect(isDigestDue(monday('08:00:00'), monday('07:30:00'), zone)).toBe(false);
  for (const day of ['2026-11-14', '2026-11-15'])
    expect(isDigestDue(at(`${day}T12:00:00+01:00`), undefined, zone)).toBe(false);
  expect(isDigestDue(at('2026-11-16T03:00:00Z'), undefined, 'America/New_York')).toBe(false);
  expect(isDigestDue(at('2026-11-15T19:00:00Z'), undefined, 'Pacific/Auckland')).toBe(true);
});

it('a digest is due on the days on which the clocks change, and midnight is hour 0', () => {
  const zone = 'Europe/Stockholm';
  expect(isDigestDue(at('2026-10-26T06:30:00Z'), at('2026-10-23T05:00:00Z'), zone)).toBe(true);
  expect(isDigestDue(at('2026-03-30T05:00:00Z'), at('2026-03-27T06:00:00Z'), zone)).toBe(true);
  expect(isDigestDue(at('2026-11-15T23:00:00Z'), undefined, zone)).toBe(false);
});

it('an invalid time zone is replaced by the default', () => {
  expect(['Asia/Tokyo', 'Nowhere/At_all', '+01:00', undefined].map(zoneOf)).toEqual([
    'Asia/Tokyo',
    'Europe/Stockholm',
    'Europe/Stockholm',
    'Europe/Stockholm',
  ]);
});

it('a partner is failing if more than the chosen share of at least twenty calls failed, and again after six hours', () => {
  const now = at('2026-11-16T12:00:00Z');
  const partner = (failed: number, calls: number) => ({ id: '1', name: 'P', calls, failed });
  expect(isFailing(partner(5, 20), 25, undefined, now)).toBe(false);
  expect(isFailing(partner(6, 20), 25, undefined, now)).toBe(true);
  expect(isFailing(partner(19, 19), 25, undefined, now)).toBe(false);
  expect(isFailing(partner(20, 20), 25, at('2026-11-16T06:00:01Z'), now)).toBe(false);
  expect(isFailing(partner(20, 20), 25, at('2026-11-16T06:00:00Z'), now)).toBe(true);
});

it('amounts have the digits that were sent, in the notation of the language', () => {
  expect(['1250.5', '-1234567.891', '12', 'twelve'].map((amount) => amountIn('en', amount))).toEqual([
    '1,250.50',
    '-1,234,567.891',
    '12.00',
    'twelve',
  ]);
  expect(['1250.5', '999'].map((amount) => amountIn('sv', amount))).toEqual(['1\u00a0250,50', '999,00']);
});
