import type { Decimal } from '../../../common/decimal.ts';
import type { CheckedInvoice, CheckedLine } from '../invoice.ts';
import { freightOf, minorUnits, ratesOn, type Reading, type Sums } from './amounts.ts';

/** The bounds keep every product and sum exact in a float. */
const maxLines = 250;
const maxHundredths = 1e10;

/**
 * NaN if an amount is absent, large or has more than two decimals. Every comparison with NaN is false, so the invoice
 * is left to `solve`.
 */
function hundredthsOf(amount: Decimal | undefined): number {
  if (amount === undefined || amount.scale > 2) return NaN;
  const hundredths = Number(amount.units) * (amount.scale === 2 ? 1 : amount.scale === 0 ? 100 : 10);
  return Math.abs(hundredths) <= maxHundredths ? hundredths : NaN;
}

const orZero = (amount: Decimal | undefined) => (amount === undefined ? 0 : hundredthsOf(amount));

/**
 * Fast path for usual invoices: the lines have totals and VAT in whole per cent, and the first reading of `solve` fits.
 * Computes in whole hundredths, because BigInt is five times slower. Undefined for any other invoice.
 */
export function usualSums(invoice: CheckedInvoice): Sums | undefined {
  const { lines, currency, invoiceDay } = invoice;
  if (lines.length === 0 || lines.length > maxLines || minorUnits(currency) !== 2) return undefined;
  const total = hundredthsOf(invoice.totalPrice);
  const vat = hundredthsOf(invoice.totalVat);
  const fee = orZero(invoice.invoiceFee);
  const freight = orZero(freightOf(invoice.freight, currency));
  let roundoff = orZero(invoice.centRoundoff);
  const style: Style = { price: 'either', discount: 'none' };
  const lineVat: LineVat = { low: 0, high: 0, exact: 0, rates: [] };
  let sum = 0;
  for (const line of lines) {
    const amount = hundredthsOf(line.totalPrice);
    if (!addVat(lineVat, amount, hundredthsOf(line.vat)) || !isUsualLine(line, amount, style)) return undefined;
    sum += amount;
  }
  const left = total - sum - fee - freight - vat;
  // A roundoff may have either sign, and is at most half a unit of the currency.
  if (Math.abs(roundoff) > 50) roundoff = 0;
  if (left !== 0 && left === -roundoff) roundoff = left;
  if (left !== roundoff || vat === 0) return undefined;
  const standard = fee === 0 && freight === 0 ? 0 : ratesOn(invoiceDay ?? '')[0].percent;
  const by = vatRounding(vat, lineVat, fee, freight, standard);
  if (by === undefined) return undefined;

  const parts: Sums['parts'] = [{ what: 'lines', amount: written(sum) }];
  if (fee !== 0) parts.push({ what: 'fee', amount: written(fee) });
  if (freight !== 0) parts.push({ what: 'freight', amount: written(freight) });
  const vatWritten = written(vat);
  parts.push({ what: 'vat', amount: vatWritten });
  if (roundoff !== 0) parts.push({ what: 'roundoff', amount: written(roundoff) });
  const sent = written(total);
  return {
    matches: true,
    reading: {
      price: style.price,
      discount: style.discount,
      vat: by,
      lineVat: 'percentage',
      linesIncludeVat: false,
      totalIncludesVat: true,
      isRounded: false,
    },
    parts,
    expected: sent,
    net: written(total - vat),
    vat: vatWritten,
    gross: sent,
    sent,
    difference: '0.00',
  };
}

function written(hundredths: number): string {
  const size = Math.abs(hundredths);
  const cents = size % 100;
  return `${hundredths < 0 ? '-' : ''}${(size - cents) / 100}.${cents < 10 ? '0' : ''}${cents}`;
}

type Style = Pick<Reading, 'price' | 'discount'>;

/**
 * Whether a line fits the first reading of its price and discount, which is then added to the style. Amounts are
 * unsigned, with eight decimals.
 */
function isUsualLine(line: CheckedLine, amount: number, style: Style): boolean {
  if (line.price === undefined) return true;
  const quantity = line.quantity === undefined ? 100 : hundredthsOf(line.quantity);
  const percentage = Math.abs(orZero(line.discountPercentage));
  const value = Math.abs(orZero(line.discountValue));
  const product = hundredthsOf(line.price) * quantity;
  const base = Math.abs(product) * 1e4;
  const share = Math.abs(product) * percentage;
  const perUnit = Math.abs(value * quantity) * 1e4;
  if (!Number.isSafeInteger(base) || !Number.isSafeInteger(share) || !Number.isSafeInteger(perUnit)) return false;
  if (percentage !== 0 && value !== 0) {
    const isSame = Math.abs(value * 1e6 - share) <= 2 * half;
    if (!isSame && Math.abs(perUnit - share) > 2 * half + (half / 100) * Math.abs(quantity)) return false;
  }
  const expected = base - (percentage === 0 ? value * 1e6 : share);
  const missing = Math.abs((product < 0 ? -amount : amount) * 1e6 - expected);
  if (missing > (percentage === 0 ? half : 2 * half)) return false;
  if (quantity !== 100) style.price = 'unit';
  if (percentage !== 0 || value !== 0) {
    const discount = percentage === 0 ? 'value' : value === 0 ? 'percentage' : 'percentageAndValue';
    style.discount = style.discount === 'none' || style.discount === discount ? discount : 'mixed';
  }
  return true;
}

/** Half a hundredth, with eight decimals. */
const half = 5e5;

interface LineVat {
  /** In hundredths, each line rounded: `low` and `high` differ if a half may be rounded either way. */
  low: number;
  high: number;
  /** In ten thousandths, unrounded. */
  exact: number;
  /** Without 0. */
  rates: number[];
}

const roundedDown = (tenThousandths: number) => Math.ceil((tenThousandths - 50) / 100);
const roundedUp = (tenThousandths: number) => Math.floor((tenThousandths + 50) / 100);

/** Returns false unless the rate is a whole per cent. */
function addVat(all: LineVat, amount: number, rateHundredths: number): boolean {
  const rate = rateHundredths / 100;
  if (!(rate >= 0 && rate <= 100 && Number.isInteger(rate))) return false;
  if (rate === 0) return true;
  const exact = amount * rate;
  all.low += roundedDown(exact);
  all.high += roundedUp(exact);
  all.exact += exact;
  if (!all.rates.includes(rate)) all.rates.push(rate);
  return true;
}

/** Tries readings in the order of `vatRanges`. Undefined if no rate of fee and freight fits. */
function vatRounding(
  vat: number,
  { low, high, exact, rates }: LineVat,
  fee: number,
  freight: number,
  standard: number,
): Reading['vat'] | undefined {
  const taxed = [0, standard, Math.max(0, ...rates)];
  for (const feeRate of fee === 0 ? untaxed : taxed)
    for (const freightRate of freight === 0 ? untaxed : taxed) {
      const feeVat = fee * feeRate;
      const freightVat = freight * freightRate;
      const isByLine =
        vat >= low + roundedDown(feeVat) + roundedDown(freightVat) &&
        vat <= high + roundedUp(feeVat) + roundedUp(freightVat);
      // The sum of each rate is rounded once. `solve` also tolerates a thousandth of a hundredth for each of its own
      // divisions.
      let roundings = rates.length;
      if (feeRate !== 0 && !rates.includes(feeRate)) roundings += 1;
      if (freightRate !== 0 && freightRate !== feeRate && !rates.includes(freightRate)) roundings += 1;
      const off = 50 * roundings + rates.length / 10;
      const isBySum = Math.abs(vat * 100 - exact - feeVat - freightVat) <= off;
      if (isByLine) return isBySum ? 'either' : 'line';
      if (isBySum) return 'sum';
    }
  return undefined;
}

const untaxed = [0];
