import { expect, it } from 'vitest';
import { isOverdue } from './rules.ts';

const now = new Date('2026-11-17T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const taken = (hours: number) => ({ lastGood: { takenAt: hoursAgo(hours) } });
const none = { lastGood: undefined };
const folder = { folder: '/b' };

it.each([
  ['a backup of yesterday is recent', taken(24), hoursAgo(1_000), undefined, false],
  ['a backup is recent for 48 hours', taken(48), hoursAgo(1_000), folder, false],
  ['a backup is too old after 48 hours', taken(48.01), hoursAgo(1_000), folder, true],
  ['the age of the last backup counts, even if all companies are younger', taken(49), hoursAgo(1), folder, true],
  ['without a backup, the first 48 hours are free', none, hoursAgo(48), undefined, false],
  ['without a backup, it is overdue afterwards', none, hoursAgo(48.01), undefined, true],
  ['an installation without a company has nothing to lose', none, undefined, folder, false],
  ['backups that are taken elsewhere are never overdue', taken(1_000), hoursAgo(1_000), 'elsewhere' as const, false],
  ['nor if none was ever taken here', none, hoursAgo(1_000), 'elsewhere' as const, false],
])('%s', (_name, status, since, backups, expected) => {
  expect(isOverdue(status, now, { since, backups })).toBe(expected);
});
