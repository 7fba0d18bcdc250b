import { type Decimal, absolute, divided, tenTo, written } from '../../../common/decimal.ts';
import { rawFinding, type RawFinding } from '../rule.ts';
import type { CheckedInvoice } from '../invoice.ts';

export interface Reading {
  /** `either` if lines differ, or if it cannot be known. */
  price: 'unit' | 'line' | 'either';
  discount: 'none' | 'percentage' | 'value' | 'valuePerUnit' | 'percentageAndValue' | 'mixed';
  /** `either` if both roundings give the same, `none` if there is no VAT to compare. */
  vat: 'line' | 'sum' | 'either' | 'none';
  lineVat: 'percentage' | 'amount' | 'none';
  linesIncludeVat: boolean;
  totalIncludesVat: boolean;
  /** The total was rounded to whole units without a roundoff. */
  isRounded: boolean;
}

/** The matching reading, or else the nearest one. Amounts are decimal text. */
export interface Sums {
  matches: boolean;
  reading: Reading;
  /** In order. Empty if the lines cannot be added up; then the total is used as it is. */
  parts: { what: 'lines' | 'fee' | 'freight' | 'vat' | 'roundoff'; amount: string }[];
  expected: string;
  /** Missing if the invoice has no total. */
  sent?: string;
  /** Sent minus expected. */
  difference?: string;
  net: string;
  vat: string;
  gross: string;
}

interface Rate {
  percent: number;
  for: readonly string[];
}

const twelve = ['hotels', 'restaurants'];
const six = ['books', 'newspapers', 'passenger transport'];

type Rates = readonly [highest: Rate, ...others: Rate[]];
const rates = (atTwelve: readonly string[], atSix: readonly string[]): Rates => [
  { percent: 25, for: ['everything else'] },
  { percent: 12, for: atTwelve },
  { percent: 6, for: atSix },
];
const foodAtTwelve = rates([...twelve, 'food'], six);
const foodAtSix = rates(twelve, [...six, 'food']);

/** Latest first. */
const dated: readonly (readonly [from: string, rates: Rates])[] = [
  ['2028-01-01', foodAtTwelve],
  ['2026-04-01', foodAtSix],
];

/** The day is YYYY-MM-DD. Highest rate first. */
export const ratesOn = (day: string): Rates => dated.find(([from]) => day >= from)?.[1] ?? foodAtTwelve;

/** Allows spaces between thousands, and the currency on either side. */
const amount =
  /^(?:(?<before>[a-z]{2,3})\s*)?(?<sign>[-+−]?)\s*(?<whole>\d{1,3}(?:\s\d{3}){1,4}|\d{1,15})(?:[.,](?<fraction>\d{1,6}))?(?:(?:[:,]-)|\s*(?<after>[a-z]{2,3})\.?)?$/i;

/** Freight is a text field. Text that is not an amount of money is ignored. */
export function freightOf(text: string | undefined, currency: string | undefined): Decimal | undefined {
  if (text === undefined) return undefined;
  const { before, sign, whole = '', fraction = '', after } = amount.exec(text.trim())?.groups ?? {};
  if (whole === '' || !isMoney(before, currency) || !isMoney(after, currency)) return undefined;
  const units = BigInt(whole.replace(/\s/g, '') + fraction);
  return { units: sign === '-' || sign === '−' ? -units : units, scale: fraction.length };
}

const isMoney = (word: string | undefined, currency: string | undefined): boolean =>
  word === undefined || ['KR', 'SEK', currency].includes(word.toUpperCase());

/** A sent amount that fits no reading. */
interface Miss {
  figures: { expected: string; sent: string; difference: string };
  /** Rounded up. */
  offMinorUnits: bigint;
}

export interface LineMiss extends Miss {
  /** From 0. */
  at: number;
}

export interface Misses {
  lines: readonly LineMiss[];
  total?: Miss | undefined;
  vat?: Miss | undefined;
}

export function missesBeyond({ lines, total, vat }: Misses, toleranceMinorUnits: number): Misses {
  const isBeyond = ({ offMinorUnits }: Miss) => offMinorUnits > BigInt(toleranceMinorUnits);
  return {
    lines: lines.filter(isBeyond),
    total: total && isBeyond(total) ? total : undefined,
    vat: vat && isBeyond(vat) ? vat : undefined,
  };
}

export function findingsOf({ lines, total, vat }: Misses): RawFinding[] {
  const findings = lineFindings(lines);
  if (total !== undefined) findings.push(rawFinding('sum.total', total.figures, 'totalPrice'));
  if (vat !== undefined) findings.push(rawFinding('sum.vat', vat.figures, 'totalVat'));
  return findings;
}

/** The last finding says how many more faulty lines there are. */
const maxLineFindings = 20;

const lineFindings = (misses: readonly LineMiss[]): RawFinding[] =>
  misses.slice(0, maxLineFindings).map(({ at, figures }, index) => {
    const isLast = index === maxLineFindings - 1 && misses.length > maxLineFindings;
    return rawFinding(
      'sum.line',
      { line: at + 1, ...figures, ...(isLast && { more: misses.length - maxLineFindings }) },
      `articles[${at}].totalPrice`,
    );
  });

/** ISO 4217: currencies that do not have two decimals. */
const decimals = new Map<string, number>([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
]);

/** An unknown or missing currency has two decimals. */
export const minorUnits = (currency: string | undefined): number =>
  currency === undefined ? 2 : (decimals.get(currency) ?? 2);

/** Every sent amount is a whole number at `scale`. */
export interface Precision {
  /** The decimals of the currency. */
  minor: number;
  scale: number;
  /** One minor unit of the currency, at the scale. */
  unit: bigint;
  /** Half a minor unit, the largest change that a rounding makes. */
  half: bigint;
}

/** Enough to make the remainder of a division by 112 insignificant. */
const extraDecimals = 3;

export function precisionOf(invoice: CheckedInvoice, freight: Decimal | undefined): Precision {
  const minor = minorUnits(invoice.currency);
  let scale = minor + extraDecimals;
  for (const { totalPrice, vat } of invoice.lines) scale = Math.max(scale, totalPrice?.scale ?? 0, vat?.scale ?? 0);
  const { totalPrice, totalVat, centRoundoff, invoiceFee } = invoice;
  for (const amount of [totalPrice, totalVat, centRoundoff, invoiceFee, freight])
    if (amount !== undefined && amount.scale > scale) scale = amount.scale;
  return precisionAt(minor, scale);
}

export const precisionAt = (minor: number, scale: number): Precision => {
  const unit = tenTo(scale - minor);
  return { minor, scale, unit, half: unit / 2n };
};

export const write = (amount: bigint, { scale, minor }: Precision): string => written(amount, scale, minor);

export const round = (amount: bigint, { unit }: Precision): bigint => divided(amount, unit) * unit;

export function missOf(sent: bigint, exact: bigint, precision: Precision): Miss {
  const expected = round(exact, precision);
  return {
    figures: {
      expected: write(expected, precision),
      sent: write(sent, precision),
      difference: write(sent - expected, precision),
    },
    offMinorUnits: (absolute(sent - expected) + precision.unit - 1n) / precision.unit,
  };
}
