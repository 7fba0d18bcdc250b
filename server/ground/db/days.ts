import { addDays, defaultZone } from '../../../common/days.ts';
import { raw, sql, type Sql } from './sql.ts';

export interface Days {
  from?: string | undefined;
  to?: string | undefined;
  /** For the days of moments. */
  zone?: string | undefined;
}

const beginOf = (day: string, zone: string): Sql => sql`(${day}::timestamp AT TIME ZONE ${zone})`;
const endOf = (day: string, zone: string): Sql => sql`((${day}::timestamp + interval '1 day') AT TIME ZONE ${zone})`;

export const onDays = (column: string, { from, to, zone = defaultZone }: Days): Sql[] => [
  ...(from === undefined ? [] : [sql`${raw(column)} >= ${beginOf(from, zone)}`]),
  ...(to === undefined ? [] : [sql`${raw(column)} < ${endOf(to, zone)}`]),
];

/** For a column of days, which has no time zone. */
export const datedOnDays = (column: string, { from, to }: Omit<Days, 'zone'>): Sql[] => [
  ...(from === undefined ? [] : [sql`${raw(column)} >= ${from}::date`]),
  ...(to === undefined ? [] : [sql`${raw(column)} <= ${to}::date`]),
];

/** Today to Sunday. Anything due earlier is overdue. */
export const restOfWeek = (today: string): { from: string; to: string } => ({
  from: today,
  to: addDays(today, (7 - new Date(today).getUTCDay()) % 7),
});
