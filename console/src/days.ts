import { addDays, dayIn, dayMs } from '../../common/days.ts';

export const todayIn = (timeZone: string): string => dayIn(Date.now(), timeZone);

export const daysBetween = (earlier: string, later: string): number =>
  Math.round((Date.parse(later) - Date.parse(earlier)) / dayMs);

/** The moment at which a day ends in a time zone, in ISO 8601. */
export function endOfDay(day: string, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const offsetAt = (moment: number) => Date.parse(`${clock.format(moment).replace(' ', 'T')}Z`) - moment;
  const midnight = Date.parse(addDays(day, 1));
  // The offset may change between the first guess and midnight itself.
  return new Date(midnight - offsetAt(midnight - offsetAt(midnight))).toISOString();
}

export const daysLate = (due: string, today: string): number => Math.max(0, daysBetween(due, today));
