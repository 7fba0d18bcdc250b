import type { Config } from '../config.ts';

const maxAgeHours = 48;

/**
 * Whether the last good backup is too old, or there is none in time. `since` is when there was first something to lose:
 * undefined if there is no company yet.
 */
export function isOverdue(
  { lastGood }: { lastGood: { takenAt: Date } | undefined },
  now: Date,
  { since, backups }: { since: Date | undefined; backups: Config['backups'] },
): boolean {
  const from = lastGood?.takenAt ?? since;
  if (backups === 'elsewhere' || from === undefined) return false;
  return now.getTime() - from.getTime() > maxAgeHours * 3_600_000;
}
