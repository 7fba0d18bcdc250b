import Type from 'typebox';
import { defaultZone } from '../../common/days.ts';

export const zoneInQuery = Type.Optional(
  Type.String({
    format: 'time-zone',
    maxLength: 64,
    description: `The time zone of the days on which something happened, and of times in a CSV file for people, such as Europe/London. The default is ${defaultZone}. Dates of invoices are days of their company and have no time zone.`,
  }),
);

const day = (about: { description: string }) =>
  Type.Optional(Type.String({ format: 'date', pattern: '^[12]', ...about }));

export const dayAndLater = (what: string) => day({ description: `Only ${what} on this day (YYYY-MM-DD) or later.` });

export const dayAndEarlier = (what: string) =>
  day({ description: `Only ${what} on this day (YYYY-MM-DD) or earlier.` });

/** A range of days in a query, both ends included. `what` names the rows, such as 'invoices that arrived'. */
export const daysInQuery = (what: string) => ({ from: dayAndLater(what), to: dayAndEarlier(what), zone: zoneInQuery });
