import type { Language } from '../ground/csv/columns.ts';
import { addDays, dayOf, isTimeZone, usualZone } from '../ground/db/days.ts';

/** When a digest is sent, on the clock of whom it is for. */
const digestHour = 7;

/** A time zone that was kept by an earlier version, or sent by a program, may be none. */
export const zoneOf = (preferred: string | undefined): string =>
  preferred !== undefined && isTimeZone(preferred) ? preferred : usualZone;

const hourOf = (moment: Date, zone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(moment));

/** The day whose digest was to be sent last. */
const digestDay = (moment: Date, zone: string): string =>
  hourOf(moment, zone) >= digestHour ? dayOf(moment, zone) : addDays(dayOf(moment, zone), -1);

const isWeekday = (day: string): boolean => ![0, 6].includes(new Date(day).getUTCDay());

/** Once on each weekday, from seven in the morning on. */
export function isDigestDue(now: Date, toldAt: Date | undefined, zone: string): boolean {
  const today = dayOf(now, zone);
  if (digestDay(now, zone) !== today || !isWeekday(today)) return false;
  return toldAt === undefined || digestDay(toldAt, zone) < today;
}

/** What a partner sent in the last hour. */
export interface Failing {
  id: string;
  name: string;
  calls: number;
  failed: number;
}

/** Of fewer calls a share says nothing. */
export const leastCalls = 20;
const againAfterMs = 6 * 3_600_000;

/** Whether more than so many in a hundred fail, and that was not told of in the last hours. */
export const isFailing = ({ calls, failed }: Failing, percent: number, toldAt: Date | undefined, now: Date): boolean =>
  calls >= leastCalls &&
  failed * 100 > calls * percent &&
  (toldAt === undefined || now.getTime() - toldAt.getTime() >= againAfterMs);

/** 12500.5 is 12,500.50 in English and 12 500,50 in Swedish. The digits are those that were sent. */
export function amountIn(language: Language, amount: string): string {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === '') return amount;
  const [between, point] = language === 'sv' ? ['\u00a0', ','] : [',', '.'];
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, between)}${point}${decimals.padEnd(2, '0')}`;
}
