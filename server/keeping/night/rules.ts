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
  const pauseMs = Math.min(maxPauseMs, minuteMs * 2 ** (failures - 1));
  return new Date(Math.min(failedAt.getTime() + pauseMs, next.getTime()));
}
