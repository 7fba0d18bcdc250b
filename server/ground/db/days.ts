import { raw, sql, type Sql } from './sql.ts';

/** Whose days those are that a request names, unless it says otherwise. */
export const usualZone = 'Europe/Stockholm';

/** For Ajv, as the format time-zone. */
export function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  // An offset such as +01:00 means the opposite to PostgreSQL.
  return /^[A-Za-z]/.test(name);
}

export interface Days {
  from?: string | undefined;
  to?: string | undefined;
  zone?: string | undefined;
}

export const beginOf = (day: string, zone: string): Sql => sql`(${day}::timestamp AT TIME ZONE ${zone})`;
const endOf = (day: string, zone: string): Sql => sql`((${day}::timestamp + interval '1 day') AT TIME ZONE ${zone})`;

/** The conditions that a time is on one of the days. */
export const onDays = (column: string, { from, to, zone = usualZone }: Days): Sql[] => [
  ...(from === undefined ? [] : [sql`${raw(column)} >= ${beginOf(from, zone)}`]),
  ...(to === undefined ? [] : [sql`${raw(column)} < ${endOf(to, zone)}`]),
];

/** The same for a date in epoch milliseconds. */
export const datedOnDays = (column: string, { from, to, zone = usualZone }: Days): Sql[] => [
  ...(from === undefined ? [] : [sql`${raw(column)} >= 1000 * extract(epoch FROM ${beginOf(from, zone)})`]),
  ...(to === undefined ? [] : [sql`${raw(column)} < 1000 * extract(epoch FROM ${endOf(to, zone)})`]),
];

/** The day that it is somewhere, YYYY-MM-DD. */
export const dayOf = (moment: Date, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(moment);

export const addDays = (day: string, many: number): string =>
  new Date(Date.parse(day) + many * 86_400_000).toISOString().slice(0, 10);

/** What is left of the week: today to Sunday. What was due before is overdue. */
export const restOfWeek = (today: string): { from: string; to: string } => ({
  from: today,
  to: addDays(today, (7 - new Date(today).getUTCDay()) % 7),
});
