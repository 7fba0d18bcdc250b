import { raw, sql, type Sql } from './sql.ts';

export const defaultZone = 'Europe/Stockholm';

export function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  // PostgreSQL reads the sign of an offset such as +01:00 the other way round.
  return /^[A-Za-z]/.test(name);
}

export interface Days {
  from?: string | undefined;
  to?: string | undefined;
  zone?: string | undefined;
}

export const beginOf = (day: string, zone: string): Sql => sql`(${day}::timestamp AT TIME ZONE ${zone})`;
const endOf = (day: string, zone: string): Sql => sql`((${day}::timestamp + interval '1 day') AT TIME ZONE ${zone})`;

export const onDays = (column: string, { from, to, zone = defaultZone }: Days): Sql[] => [
  ...(from === undefined ? [] : [sql`${raw(column)} >= ${beginOf(from, zone)}`]),
  ...(to === undefined ? [] : [sql`${raw(column)} < ${endOf(to, zone)}`]),
];

/** For a column in epoch milliseconds. */
export const datedOnDays = (column: string, { from, to, zone = defaultZone }: Days): Sql[] => [
  ...(from === undefined ? [] : [sql`${raw(column)} >= 1000 * extract(epoch FROM ${beginOf(from, zone)})`]),
  ...(to === undefined ? [] : [sql`${raw(column)} < 1000 * extract(epoch FROM ${endOf(to, zone)})`]),
];

export const dayOf = (moment: Date, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(moment);

export const addDays = (day: string, many: number): string =>
  new Date(Date.parse(day) + many * 86_400_000).toISOString().slice(0, 10);

/** Today to Sunday. Anything due earlier is overdue. */
export const restOfWeek = (today: string): { from: string; to: string } => ({
  from: today,
  to: addDays(today, (7 - new Date(today).getUTCDay()) % 7),
});
