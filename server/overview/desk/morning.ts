import { addDays } from '../../ground/db/days.ts';

/** Days since arrival, today being 0. The last stretch has no end. */
const stretches = [
  [0, 2],
  [3, 7],
  [8, 14],
  [15, 30],
  [31, undefined],
] as const;

/** The days on which an invoice of some age arrived, both included; the first is missing where it may be as old as it likes. */
export interface Age {
  leastDays: number;
  mostDays: number | null;
  from: string | null;
  to: string;
}

export const agesOn = (today: string): Age[] =>
  stretches.map(([least, most]) => ({
    leastDays: least,
    mostDays: most ?? null,
    from: most === undefined ? null : addDays(today, -most),
    to: addDays(today, -least),
  }));

/** The last days, today included, and as many before them. */
export const periodsTo = (today: string, days: number) => ({
  from: addDays(today, 1 - days),
  to: today,
  fromBefore: addDays(today, 1 - 2 * days),
  toBefore: addDays(today, -days),
});
