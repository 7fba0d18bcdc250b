import type { Config } from '../config.ts';

export interface BackupStatus {
  /** The last backup that ended well. */
  lastGood:
    | { takenAt: Date; endedAt: Date; place: string; name: string; storedBytes: number; damagedFiles: number }
    | undefined;
  /** The last attempt that failed or was killed, if it was later than the last good one. */
  lastFailed: { endedAt: Date; problem: string; place: string } | undefined;
  running: { beganAt: Date; place: string; name: string } | undefined;
}

const maxAgeHours = 48;

/**
 * Whether the last good backup is too old, or there is none in time. `since` is when there was first something to lose:
 * undefined if there is no company yet.
 */
export function isOverdue(
  { lastGood }: Pick<BackupStatus, 'lastGood'>,
  now: Date,
  { since, backups }: { since: Date | undefined; backups: Config['backups'] },
): boolean {
  const from = lastGood?.takenAt ?? since;
  if (backups === 'elsewhere' || from === undefined) return false;
  return now.getTime() - from.getTime() > maxAgeHours * 3_600_000;
}
