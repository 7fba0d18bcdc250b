import type { Config } from '../../config.ts';

type TimeOfDay = Config['backupAt'];

/** Attempts since the last planned time, in one place. */
export interface NightRuns {
  /** When the last good backup began. */
  goodAt: Date | null;
  /** Attempts that have failed since the last planned time, and the end of the last one. */
  failures: number;
  failedAt: Date | null;
}

const minuteMs = 60_000;
const maxPauseMs = 60 * minuteMs;

/**
 * The planned time of a day, in the time zone of the process. A time that the clocks skip is an hour later, and one that
 * they show twice is the first.
 */
const planned = (day: Date, { hour, minute }: TimeOfDay, daysLater: number) =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater, hour, minute);

export function lastPlanned(now: Date, at: TimeOfDay): Date {
  const today = planned(now, at, 0);
  return today <= now ? today : planned(now, at, -1);
}

export function nextPlanned(now: Date, at: TimeOfDay): Date {
  const today = planned(now, at, 0);
  return today > now ? today : planned(now, at, 1);
}

/**
 * When the next attempt is due; in the past if it is overdue. A planned time that was missed, or has failed, is made up
 * for, with pauses that grow to an hour, until the next planned time.
 */
export function nextAttempt({ goodAt, failures, failedAt }: NightRuns, now: Date, at: TimeOfDay): Date {
  const [last, next] = [lastPlanned(now, at), nextPlanned(now, at)];
  if (goodAt !== null && goodAt >= last) return next;
  if (failedAt === null || failures === 0) return last;
  return new Date(Math.min(failedAt.getTime() + pauseMsAfter(failures), next.getTime()));
}

/** Grows from a minute to an hour. */
export const pauseMsAfter = (failures: number): number => Math.min(maxPauseMs, minuteMs * 2 ** (failures - 1));

/** A backup as it was found in a place. */
export interface KeptBackup {
  name: string;
  /** By its name. */
  beganAt: Date;
  /** Whether this installation has taken it. */
  isOwn: boolean;
  /** `unreadable`: it has a manifest that is damaged, or encrypted with another key. */
  state: 'complete' | 'incomplete' | 'unreadable';
}

const dayMs = 24 * 60 * minuteMs;
/** Another installation may need days for its first backup. */
const maxBackupMs = 7 * dayMs;

const isOlder = ({ beganAt }: KeptBackup, now: Date, ms: number) => now.getTime() - beganAt.getTime() > ms;

/**
 * Own backups that are older than the `kept` newest complete ones, and own incomplete ones after a day. Never the newest
 * one, which was just taken, whatever the clocks say.
 */
export function removableOf(found: KeptBackup[], { kept, newest }: { kept: number; newest: string }, now: Date) {
  let complete = 0;
  const isRemovable = (backup: KeptBackup): boolean => {
    if (backup.state === 'incomplete') return isOlder(backup, now, dayMs);
    if (backup.state === 'unreadable') return complete >= kept;
    complete += 1;
    return complete > kept;
  };
  return (
    found
      .filter(({ isOwn }) => isOwn)
      // Names of the same second are in no order.
      .toSorted(
        (one, other) =>
          other.beganAt.getTime() - one.beganAt.getTime() ||
          Number(other.name === newest) - Number(one.name === newest),
      )
      .filter((backup) => isRemovable(backup) && backup.name !== newest)
  );
}

/** Why no file of the place may be removed; undefined if those that no complete backup names may. */
export function whyFilesStay(
  remaining: KeptBackup[],
  now: Date,
): { problem: string; isTemporary: boolean } | undefined {
  const unreadable = remaining.find(({ state }) => state === 'unreadable');
  if (unreadable !== undefined)
    return { problem: `the manifest of ${unreadable.name} cannot be read`, isTemporary: false };
  // A backup under way needs files that it has found in the place.
  const young = remaining.find(
    (backup) => backup.state === 'incomplete' && !isOlder(backup, now, backup.isOwn ? dayMs : maxBackupMs),
  );
  return young && { problem: `${young.name} is incomplete and may be under way`, isTemporary: true };
}
