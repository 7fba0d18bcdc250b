import { type Decimal, absolute, divided, tenTo, written } from '../../../common/decimal.ts';
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

/** Amounts are at the scale of the invoice's precision. */
export interface Entry {
  amount: bigint;
  /** The tolerance if the line's total has more decimals than the currency. */
  slack: bigint;
  /** A rate or an amount, as sent. */
  vat: Decimal | undefined;
}

/** Amounts are at the scale of the precision. */
export interface Question {
  precision: Precision;
  entries: readonly Entry[];
  fee: bigint;
  freight: bigint;
  /** Lines, fee and freight together. */
  rest: bigint;
  /** The tolerance of `rest` and of the rounding of the total. */
  slack: bigint;
  /** In the order of trial: the sent cent roundoff, then with the other sign; 0 if none was sent. */
  roundoffs: readonly bigint[];
  /** The total may have been rounded to whole units without a roundoff. */
  mayRound: boolean;
  vat: bigint | undefined;
  total: bigint | undefined;
  /** In per cent. */
  standard: bigint;
  /** No higher rate is lawful. */
  isHighest: boolean;
  /** Every line with an amount states its VAT. */
  isCompared: boolean;
  /** The total of some line includes VAT. */
  isIncluded: boolean;
}

export interface Style {
  prices: Set<Reading['price']>;
  discounts: Set<Reading['discount']>;
  includesVat: boolean;
}

const linesBetweenPauses = 100;

/** Pauses let other requests run while many lines are explained. */
export const isPauseAt = (line: number): boolean => line > 0 && line % linesBetweenPauses === 0;
