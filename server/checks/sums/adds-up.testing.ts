import type { Article } from './correct-line.testing.ts';
import type { Body } from './correct.testing.ts';
import {
  isAtMost,
  isZero,
  minus,
  negative,
  over,
  percent,
  plus,
  rational,
  rounded,
  size,
  sum,
  times,
  zero,
  type Rational,
} from './rational.testing.ts';

const one = rational(1);
const half: Rational = [1n, 2n];
const of = (amount: number | undefined): Rational => rational(amount ?? 0);
const near = (a: Rational, b: Rational, off: Rational) => isAtMost(size(minus(a, b)), off);
const roundingOf = (decimals: number): Rational => [1n, 2n * 10n ** BigInt(decimals)];

interface Amount {
  price: 'unit' | 'line';
  perUnit: boolean;
  base: Rational;
  amount: Rational;
  roundings: number;
}

function amountsOf(line: Article, decimals: number): Amount[] {
  const quantity = rational(line.quantity ?? 1);
  const d = size(of(line.discountPercentage));
  const v = size(of(line.discountValue));
  const perUnit = times(v, size(quantity));
  const rounding = roundingOf(decimals);
  return (['unit', 'line'] as const).flatMap((price) => {
    const base = price === 'unit' ? times(of(line.price), quantity) : of(line.price);
    const whole = size(base);
    const off = times(whole, percent(d));
    const left = (taken: Rational, perUnit: boolean, roundings: number): Amount => ({
      price,
      perUnit,
      base,
      roundings,
      amount: base[0] < 0n ? negative(minus(whole, taken)) : minus(whole, taken),
    });
    if (isZero(v)) return [left(off, false, isZero(d) ? 1 : 2)];
    if (isZero(d)) return [left(v, false, 1), left(perUnit, true, 1)];
    const isSame = near(v, off, times(rational(2), rounding));
    const isSamePerUnit = near(perUnit, off, times(plus(rational(2), size(quantity)), rounding));
    return [
      ...(isSame || isSamePerUnit ? [left(off, false, 2)] : []),
      ...(isSame ? [left(v, false, 2)] : []),
      left(plus(off, v), false, 2),
      left(plus(v, times(minus(whole, v), percent(d))), false, 2),
      left(plus(off, perUnit), true, 2),
    ];
  });
}

function fitsLine(line: Article, decimals: number): 'plain' | 'withVat' | 'no' {
  const total = of(line.totalPrice);
  const rounding = roundingOf(decimals);
  const amounts = amountsOf(line, decimals);
  const off = ({ roundings }: Amount) => times(rational(roundings), rounding);
  if (amounts.some((each) => near(total, each.amount, off(each)))) return 'plain';
  const vat = of(line.vat);
  const share = plus(one, percent(vat));
  const isRate = isAtMost(zero, vat) && isAtMost(vat, rational(100));
  return amounts.some(
    (each) =>
      !isZero(vat) &&
      ((isRate && near(total, times(each.amount, share), plus(times(off(each), share), rounding))) ||
        near(total, plus(each.amount, vat), off(each))),
  )
    ? 'withVat'
    : 'no';
}

interface TaxedAmount {
  amount: Rational;
  slack: Rational;
  vat: number | undefined;
}

function taxedOf(body: Body, decimals: number, price: 'unit' | 'line', perUnit: boolean): TaxedAmount[] {
  const isWhole = (amount: Rational) => isZero(minus(amount, rounded(amount, decimals)));
  return body.articles.map((line) => {
    if (line.totalPrice !== undefined) {
      const amount = of(line.totalPrice);
      return { amount, slack: isWhole(amount) ? zero : roundingOf(decimals), vat: line.vat };
    }
    const ways = amountsOf(line, decimals).filter((each) => each.price === price);
    const { amount, base, roundings } = (ways.find((each) => each.perUnit === perUnit) ?? ways[0]) as Amount;
    const slack = isWhole(amount) && isWhole(base) ? zero : times(rational(roundings), roundingOf(decimals));
    return { amount, slack, vat: line.vat };
  });
}

type Range = readonly [low: Rational, high: Rational];

function rangesOf(
  body: Body,
  taxed: readonly TaxedAmount[],
  freight: Rational,
  decimals: number,
  kind: string,
): Range[] {
  const isIncluded = kind.endsWith('included');
  const isRate = kind.startsWith('rate');
  const rounding = roundingOf(decimals);
  const tiny: Rational = [1n, 10n ** BigInt(decimals + 4)];
  const vatOf = (amount: Rational, rate: Rational) =>
    times(amount, isIncluded ? over(rate, plus(rational(100), rate)) : percent(rate));
  const nudged = (amount: Rational, by: Rational) => rounded(plus(amount, by), decimals);
  const bothWays = (low: Rational, high: Rational): Range => [nudged(low, negative(tiny)), nudged(high, tiny)];
  const rates = taxed.map(({ vat }) => of(vat));
  if (isRate && rates.some((rate) => rate[0] < 0n || !isAtMost(rate, rational(100)))) return [];
  const implied = taxed
    .filter(({ vat }) => isAtMost(times(rational(100), rounding), size(of(vat))))
    .map(({ amount, vat }) => [of(vat), isIncluded ? minus(amount, of(vat)) : amount] as const)
    .filter(([, amount]) => !isZero(amount))
    .map(([vat, amount]) => rounded(times(rational(100), size(over(vat, amount))), 0));
  const highest = (isRate ? rates : implied).reduce((a, b) => (isAtMost(a, b) ? b : a), zero);

  const byLine = taxed.map(({ amount, slack }, at) =>
    isRate
      ? bothWays(vatOf(minus(amount, slack), rates[at] as Rational), vatOf(plus(amount, slack), rates[at] as Rational))
      : bothWays(rates[at] as Rational, rates[at] as Rational),
  );
  const exact = sum(
    taxed.map(({ amount }, at) => (isRate ? vatOf(amount, rates[at] as Rational) : (rates[at] as Rational))),
  );
  const lineSlack = isRate ? sum(taxed.map(({ slack }, at) => vatOf(slack, rates[at] as Rational))) : zero;
  const used = isRate ? rates.filter((rate) => !isZero(rate)).map(String) : ['amount'];
  return [zero, rational(25), highest].flatMap((feeRate) =>
    [zero, rational(25), highest].flatMap((freightRate): Range[] => {
      const extras = [vatOf(of(body.invoiceFee), feeRate), vatOf(freight, freightRate)];
      const ranges = [...byLine, ...extras.map((extra) => bothWays(extra, extra))];
      const extraRates = [
        ...(isZero(of(body.invoiceFee)) || isZero(feeRate) ? [] : [String(feeRate)]),
        ...(isZero(freight) || isZero(freightRate) ? [] : [String(freightRate)]),
      ];
      const count = new Set([...used, ...extraRates]).size;
      const off = plus(lineSlack, times(rational(count), plus(rounding, tiny)));
      const middle = plus(exact, sum(extras));
      return [
        [sum(ranges.map(([low]) => low)), sum(ranges.map(([, high]) => high))],
        [minus(middle, off), plus(middle, off)],
      ];
    }),
  );
}

/**
 * Tries all combinations of readings: an independent, slow implementation of the rules in fractions. Freight is an
 * amount here.
 */
export function addsUp(body: Body, freight: Rational, decimals: number): boolean {
  const priced = body.articles.filter(({ price, totalPrice }) => price !== undefined && totalPrice !== undefined);
  const fits = new Set(priced.map((line) => fitsLine(line, decimals)));
  if (fits.has('no')) return false;
  const isIncluded = fits.has('withVat');
  return (['unit', 'line'] as const).some((price) =>
    [false, true].some((perUnit) => {
      const taxed = taxedOf(body, decimals, price, perUnit);
      return totalsFit(body, taxed, freight, decimals, isIncluded);
    }),
  );
}

function totalsFit(
  body: Body,
  taxed: readonly TaxedAmount[],
  freight: Rational,
  decimals: number,
  isIncluded: boolean,
): boolean {
  const { totalVat, totalPrice, centRoundoff = 0 } = body;
  const rest = sum([...taxed.map(({ amount }) => amount), of(body.invoiceFee), freight]);
  const slack = plus(sum(taxed.map(({ slack }) => slack)), roundingOf(decimals));
  const roundoffs = Math.abs(centRoundoff) <= 0.5 ? [of(centRoundoff), of(-centRoundoff)] : [zero];
  const total = of(totalPrice);
  const fitsTotal = ([low, high]: Range): boolean => {
    const isIn = (amount: Rational, off: Rational) =>
      isAtMost(minus(plus(rest, low), off), amount) && isAtMost(amount, plus(plus(rest, high), off));
    return (
      totalPrice === undefined ||
      roundoffs.some((roundoff) => isIn(minus(total, roundoff), slack)) ||
      (centRoundoff === 0 && Number.isInteger(totalPrice) && isIn(total, plus(slack, half)))
    );
  };
  const nothing: Range = [zero, zero];
  const isCompared = taxed.every(({ vat, amount }) => vat !== undefined || isZero(amount));
  if (totalVat === 0 || (totalVat === undefined && !isCompared)) return fitsTotal(nothing);
  const vat = of(totalVat);
  const sent: Range = [vat, vat];
  if (!isCompared) {
    const amounts = [...taxed.map(({ amount }) => amount), of(body.invoiceFee), freight];
    const most = sum(amounts.filter(([units]) => units < 0n === vat[0] < 0n));
    const off = plus(slack, times(rational(amounts.length), roundingOf(decimals)));
    const isLawful = isAtMost(size(vat), plus(over(size(most), rational(4)), off));
    if (!isLawful && (body.currency ?? 'SEK') === 'SEK') return false;
    return fitsTotal(nothing) || (!isIncluded && fitsTotal(sent));
  }
  return ['rate', 'amount', 'rate included', 'amount included'].some((kind) => {
    if (isIncluded && !kind.endsWith('included')) return false;
    const ranges = rangesOf(body, taxed, freight, decimals, kind);
    const adds = !kind.endsWith('included');
    if (totalVat === undefined)
      return ranges.length > 0 && (fitsTotal(nothing) || (adds && ranges.some((range) => fitsTotal(range))));
    if (!ranges.some(([low, high]) => isAtMost(low, vat) && isAtMost(vat, high))) return false;
    return fitsTotal(nothing) || (adds && fitsTotal(sent));
  });
}
