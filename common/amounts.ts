import { decimalOf, divided, tenTo, written } from './decimal.ts';

const plain = /^(-?)(\d+)(?:\.(\d+))?$/;

export interface Separators {
  group: string;
  decimal: string;
  minus: string;
}

export function separatorsOf(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(-1234567.5);
  const find = (type: string, otherwise: string) => parts.find((part) => part.type === type)?.value ?? otherwise;
  return { group: find('group', ','), decimal: find('decimal', '.'), minus: find('minusSign', '-') };
}

/** Zeros may be added, but no digit is ever lost. Text that is not an exact number stays unchanged. */
export function groupDigits(text: string, { group, decimal, minus }: Separators, leastDecimals = 0): string {
  const match = plain.exec(text);
  if (match === null) return text;
  const [, sign, whole = '', fraction = ''] = match;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  const decimals = fraction.padEnd(leastDecimals, '0');
  return `${sign ? minus : ''}${grouped}${decimals && decimal + decimals}`;
}

const maxReadableDecimals = 6;

/** A number with more than 6 decimals, rounded to 4; undefined for all others. */
export function shortDigits(text: string): string | undefined {
  const fraction = plain.exec(text)?.[3] ?? '';
  if (fraction.length <= maxReadableDecimals) return undefined;
  const { units, scale } = decimalOf(text);
  return written(divided(units, tenTo(scale - 4)), 4, 0);
}

const locales = { en: 'en-GB', sv: 'sv-SE' } as const;

/** 12500.5 is 12,500.50 in English and 12 500,50 in Swedish. */
export const amountIn = (language: keyof typeof locales, amount: string, currency = ''): string =>
  `${groupDigits(amount, separatorsOf(locales[language]), 2)} ${currency}`.trim();
