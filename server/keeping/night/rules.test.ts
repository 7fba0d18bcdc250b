import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lastPlanned, nextAttempt, nextPlanned, removableOf, whyFilesStay, type KeptBackup } from './rules.ts';

const at = { hour: 2, minute: 30 };
const none = { goodAt: null, failures: 0, failedAt: null };
const time = (text: string) => new Date(text);
const hourMs = 3_600_000;

beforeEach(() => void vi.stubEnv('TZ', 'Europe/Stockholm'));
afterEach(() => void vi.unstubAllEnvs());

it.each([
  ['in March, when 02:30 does not exist', ['2026-03-28T01:30Z', '2026-03-29T01:30Z', '2026-03-30T00:30Z']],
  ['in October, when it exists twice', ['2026-10-24T00:30Z', '2026-10-25T00:30Z', '2026-10-26T01:30Z']],
])('a backup is planned once a day: %s', (_when, [first = '', second = '', third = '']) => {
  expect(nextPlanned(time(first), at)).toEqual(time(second));
  expect(nextPlanned(time(second), at)).toEqual(time(third));
});

it('in every time zone the last planned time is not later than now, the next one is, and there is none between', () => {
  const zones = fc.constantFrom(
    'Europe/Stockholm',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'UTC',
  );
  const moments = fc.date({ min: time('2020-01-01'), max: time('2040-01-01'), noInvalidDate: true });
  const times = fc.record({ hour: fc.nat(23), minute: fc.nat(59) });
  fc.assert(
    fc.property(zones, moments, times, (zone, now, when) => {
      vi.stubEnv('TZ', zone);
      const [last, next] = [lastPlanned(now, when), nextPlanned(now, when)];
      expect(last.getTime()).toBeLessThanOrEqual(now.getTime());
      expect(next.getTime()).toBeGreaterThan(now.getTime());
      expect(nextPlanned(last, when)).toEqual(next);
      expect(Math.abs(next.getTime() - last.getTime() - 24 * hourMs)).toBeLessThanOrEqual(hourMs);
    }),
  );
});

it('a first backup, and one that was missed, is due at once', () => {
  const morning = time('2026-11-17T08:00Z');
  expect(nextAttempt(none, morning, at) <= morning).toBe(true);
  expect(nextAttempt({ ...none, goodAt: time('2026-11-16T01:30:05Z') }, morning, at) <= morning).toBe(true);
});

it('after a good one the next is due at the next planned time', () => {
  const good = { ...none, goodAt: time('2026-11-17T01:30:01Z') };
  expect(nextAttempt(good, time('2026-11-17T08:00Z'), at)).toEqual(time('2026-11-18T01:30Z'));
});

it('failed attempts are repeated after pauses that grow from a minute to an hour, until the next planned time', () => {
  const failedAt = time('2026-11-17T03:00Z');
  const minutes = (failures: number) =>
    (nextAttempt({ goodAt: null, failures, failedAt }, failedAt, at).getTime() - failedAt.getTime()) / 60_000;
  expect([1, 2, 3, 7, 1_000].map(minutes)).toEqual([1, 2, 4, 60, 60]);
  const late = time('2026-11-18T01:10Z');
  expect(nextAttempt({ goodAt: null, failures: 20, failedAt: late }, late, at)).toEqual(time('2026-11-18T01:30Z'));
});

const now = time('2026-11-17T03:00Z');
const found = (name: string, daysOld: number, more: Partial<KeptBackup> = {}): KeptBackup => ({
  name,
  beganAt: new Date(now.getTime() - daysOld * 24 * hourMs),
  isOwn: true,
  state: 'complete',
  ...more,
});
const removed = (backups: KeptBackup[], kept: number, newest: string) =>
  removableOf(backups, { kept, newest }, now).map(({ name }) => name);

it('the newest complete ones stay; an unreadable or incomplete one takes no place among them', () => {
  const backups = [
    found('a', 5),
    found('b', 4, { state: 'unreadable' }),
    found('c', 3),
    found('d', 2, { state: 'incomplete' }),
    found('e', 1.5, { state: 'unreadable' }),
    found('f', 0.5, { state: 'incomplete' }),
    found('g', 0),
  ];
  expect(removed(backups, 2, 'g')).toEqual(['d', 'b', 'a']);
  expect(removed(backups, 1, 'g')).toEqual(['e', 'd', 'c', 'b', 'a']);
  expect(removed(backups, 100, 'g')).toEqual(['d']);
});

it('nothing of another installation is removed, and never the one that was just taken', () => {
  const foreign = { isOwn: false };
  const others = [found('a', 9, foreign), found('b', 8, { ...foreign, state: 'incomplete' }), found('c', 0, foreign)];
  expect(removed([...others, found('d', 0)], 1, 'd')).toEqual([]);
  // The clock was wrong when `z` was taken.
  expect(removed([found('y', 0), found('z', -400)], 1, 'y')).toEqual([]);
});

it('files stay while a manifest cannot be read, or a backup may be under way', () => {
  const stay = (...backups: KeptBackup[]) => whyFilesStay([found('a', 0), ...backups], now);
  expect(stay()).toBeUndefined();
  expect(stay(found('x', 300, { state: 'unreadable', isOwn: false }))).toMatchObject({ isTemporary: false });
  expect(stay(found('x', 0.5, { state: 'incomplete' }))).toMatchObject({ isTemporary: true });
  expect(stay(found('x', 6, { state: 'incomplete', isOwn: false }))).toMatchObject({ isTemporary: true });
  expect(stay(found('x', 8, { state: 'incomplete', isOwn: false }))).toBeUndefined();
});
