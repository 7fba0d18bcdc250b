import { groupDigits, separatorsOf } from '../../common/amounts.ts';
import { digitsOf, type Num } from './exact.ts';
import { usePreferences, type Language } from './preferences.tsx';

const locales: Record<Language, string> = { en: 'en-GB', sv: 'sv-SE' };
type Timestamp = string | number | Date;

export interface Format {
  locale: string;
  /** The day of a moment in the reader's time zone. Dates of documents are days already. */
  date(moment: Timestamp): string;
  /** A day and the time of day with the reader's time zone: 2026-11-15 08:00 CET. */
  dateTime(moment: Timestamp): string;
  /** A time of today has no day: at 04:48. */
  moment(moment: Timestamp): string;
  /** To the second: 2026-11-15 08:00:07 CET. */
  seconds(moment: Timestamp): string;
  /** An amount with at least two decimals; no digit is lost. */
  amount(value: string | Num | null | undefined, currency?: string | null): string;
  /** An amount without groups and currency, as forms of other programs take it. */
  plainAmount(value: string | Num): string;
  number(value: string | Num): string;
  bytes(size: number): string;
}

export function useFormat(): Format {
  const { language, timeZone } = usePreferences();
  return formatFor(locales[language], timeZone);
}

let latest: { locale: string; timeZone: string; format: Format } | undefined;

/** All parts of a page share one format: making it takes longer than drawing a row. */
export function formatFor(locale: string, timeZone: string): Format {
  if (latest?.locale !== locale || latest.timeZone !== timeZone)
    latest = { locale, timeZone, format: makeFormat(locale, timeZone) };
  return latest.format;
}

function makeFormat(locale: string, timeZone: string): Format {
  const separators = separatorsOf(locale);
  // Both languages write days as 2026-11-15, which also sorts.
  const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('sv-SE', { ...options, timeZone });
  const date = part({ dateStyle: 'short' });
  const time = part({ timeStyle: 'short' });
  const second = part({ timeStyle: 'medium' });
  const zone = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' });
  const zoneAt = (moment: Date) =>
    zone.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  const at = (moment: Timestamp, clock: Intl.DateTimeFormat) =>
    `${date.format(new Date(moment))} ${clock.format(new Date(moment))} ${zoneAt(new Date(moment))}`;
  const digits = (value: string | Num) => (typeof value === 'string' ? value : digitsOf(value));
  return {
    locale,
    date: (moment) => date.format(new Date(moment)),
    dateTime: (moment) => at(moment, time),
    moment: (moment) =>
      date.format(new Date(moment)) === date.format(Date.now()) ? time.format(new Date(moment)) : at(moment, time),
    seconds: (moment) => at(moment, second),
    amount: (value, currency) =>
      value === null || value === undefined
        ? ''
        : `${groupDigits(digits(value), separators, 2)}${currency ? ` ${currency}` : ''}`,
    plainAmount: (value) => groupDigits(digits(value), { ...separators, group: '', minus: '-' }, 2),
    number: (value) => groupDigits(digits(value), separators),
    bytes: (size) => sizeOf(size, locale),
  };
}

function sizeOf(size: number, locale: string): string {
  const small = size < 1024 ** 2;
  const value = size / (small ? 1024 : 1024 ** 2);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: small ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
