import type { Language } from '../../common/names/names.ts';
import { addDays, dayIn, isTimeZone, defaultZone } from '../../common/days.ts';

/** In the operator's time zone. */
const digestHour = 7;

/** Preferences may contain an invalid time zone, stored by an earlier version or sent by a program. */
export const zoneOf = (preferred: string | undefined): string =>
  preferred !== undefined && isTimeZone(preferred) ? preferred : defaultZone;

const hourOf = (time: Date, zone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(time));

const digestDay = (time: Date, zone: string): string =>
  hourOf(time, zone) >= digestHour ? dayIn(time.getTime(), zone) : addDays(dayIn(time.getTime(), zone), -1);

const isWeekday = (day: string): boolean => ![0, 6].includes(new Date(day).getUTCDay());

export function isDigestDue(now: Date, toldAt: Date | undefined, zone: string): boolean {
  const today = dayIn(now.getTime(), zone);
  if (digestDay(now, zone) !== today || !isWeekday(today)) return false;
  return toldAt === undefined || digestDay(toldAt, zone) < today;
}

export interface PartnerCalls {
  id: string;
  name: string;
  calls: number;
  failed: number;
}

/** With fewer calls, the share of failures means little. */
export const minCalls = 20;
const repeatIntervalMs = 6 * 3_600_000;

/** True if the share of failed calls exceeds the percentage and no mail reported it in the last six hours. */
export const isFailing = ({ calls, failed }: PartnerCalls, percent: number, toldAt: Date | undefined, now: Date) =>
  calls >= minCalls &&
  failed * 100 > calls * percent &&
  (toldAt === undefined || now.getTime() - toldAt.getTime() >= repeatIntervalMs);

/** 12500.5 is 12,500.50 in English and 12 500,50 in Swedish. No digit is rounded away. */
export function amountIn(language: Language, amount: string): string {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === '') return amount;
  const [between, point] = language === 'sv' ? ['\u00a0', ','] : [',', '.'];
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, between)}${point}${decimals.padEnd(2, '0')}`;
}
