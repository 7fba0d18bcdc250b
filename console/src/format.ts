import { useMemo } from 'react';
import { groupDigits, separatorsOf } from './amounts.ts';
import { digitsOf, type Num } from './exact.ts';
import { usePreferences, type Language } from './preferences.tsx';

const locales: Record<Language, string> = { en: 'en-GB', sv: 'sv-SE' };
type Moment = string | number | Date;

export interface Format {
  locale: string;
  /** A day, such as 15 Nov 2026. */
  date(moment: Moment): string;
  /** A day and the time of day. */
  dateTime(moment: Moment): string;
  /** To the second, with the time zone: for who compares with a log. */
  exactTime(moment: Moment): string;
  /** A day without a time, written YYYY-MM-DD. */
  day(day: string): string;
  /** Money, from its exact digits. */
  amount(value: string | Num | null | undefined, currency?: string | null): string;
  /** Any other exact number. */
  number(value: string | Num): string;
  bytes(size: number): string;
}

/** Dates and amounts as the reader is used to them. */
export function useFormat(): Format {
  const { language, timeZone } = usePreferences();
  return useMemo(() => formatFor(locales[language], timeZone), [language, timeZone]);
}

export function formatFor(locale: string, timeZone: string): Format {
  const separators = separatorsOf(locale);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone });
  // A line may break between the day and the time, and nowhere else.
  const dateTime = (moment: Date) => `${date.format(moment).replaceAll(' ', '\u00A0')} ${time.format(moment)}`;
  const exactTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long', timeZone });
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const digits = (value: string | Num) => (typeof value === 'string' ? value : digitsOf(value));
  return {
    locale,
    date: (moment) => date.format(new Date(moment)),
    dateTime: (moment) => dateTime(new Date(moment)),
    exactTime: (moment) => exactTime.format(new Date(moment)),
    day: (text) => day.format(new Date(`${text}T00:00:00Z`)),
    amount: (value, currency) =>
      value === null || value === undefined
        ? ''
        : `${groupDigits(digits(value), separators, 2)}${currency ? ` ${currency}` : ''}`,
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
