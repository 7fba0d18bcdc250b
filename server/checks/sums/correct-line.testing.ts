import type { Random } from './random.testing.ts';
import {
  minus,
  negative,
  numberOf,
  percent,
  plus,
  rational,
  rounded,
  times,
  type Rational,
  type Rounding,
} from './rational.testing.ts';

export interface Article {
  articleNumber?: string;
  articleDescription?: string;
  unit?: string;
  price?: number;
  totalPrice?: number;
  quantity?: number;
  vat?: number;
  discountPercentage?: number;
  discountValue?: number;
}

const discounts = ['none', 'percentage', 'value', 'valuePerUnit', 'bothSame', 'bothApart'] as const;

export interface LinePlan {
  decimals: number;
  rounding: Rounding;
  isCredit: boolean;
  price: 'unit' | 'line';
  discount: (typeof discounts)[number] | 'any';
  total: 'sent' | 'unrounded' | 'absent';
}

export interface CorrectLine {
  article: Article;
  /** Without added VAT. */
  amount: Rational;
}

export const anyDiscount = (random: Random) => random.pick([...discounts, 'any'] as const);

export function correctLine(random: Random, plan: LinePlan): CorrectLine {
  const round = (amount: Rational) => rounded(amount, plan.decimals, plan.rounding);
  const written = plan.total === 'unrounded' ? (amount: Rational) => amount : round;
  const amountOf = (low: number, high: number): Rational => [
    BigInt(random.whole(low, high)),
    10n ** BigInt(plan.decimals),
  ];
  const counts: readonly Rational[] = [
    [BigInt(random.whole(2, 60)), 1n],
    [BigInt(random.whole(11, 9999)), 100n],
  ];
  const count = random.chance(15) ? undefined : random.chance(15) ? rational(1) : random.pick(counts);
  const price = random.chance(20) ? times(amountOf(1_000, 99_999), [1n, 100n]) : amountOf(1_000, 900_000);
  const isNegativePrice = plan.isCredit && (count === undefined || plan.price === 'line' || random.chance(20));
  const quantity = count ?? rational(1);
  const base = plan.price === 'unit' ? times(price, quantity) : price;

  const kind = plan.discount === 'any' ? random.pick(discounts) : plan.discount;
  const rate: Rational = [BigInt(random.whole(1, 60)), 2n];
  const off = times(base, percent(rate));
  const value = round(times(base, [BigInt(random.whole(5, 40)), 100n]));
  const perUnit = round(times(over(base, quantity), [BigInt(random.whole(5, 40)), 100n]));
  const offPerUnit = times(over(base, quantity), percent(rate));
  let amount = base;
  let discountPercentage: Rational | undefined;
  let discountValue: Rational | undefined;
  if (kind === 'percentage') {
    discountPercentage = rate;
    const stepwise = minus(round(base), round(times(round(base), percent(rate))));
    amount = plan.total !== 'unrounded' && random.chance(40) ? stepwise : minus(base, off);
  } else if (kind === 'value') {
    discountValue = value;
    amount = minus(base, value);
  } else if (kind === 'valuePerUnit') {
    discountValue = perUnit;
    amount = minus(base, times(perUnit, quantity));
  } else if (kind === 'bothSame') {
    discountPercentage = rate;
    discountValue = random.chance(70) ? round(off) : round(offPerUnit);
    amount = minus(base, off);
  } else if (kind === 'bothApart') {
    discountPercentage = rate;
    // Too large to be mistaken for the percentage.
    discountValue = plus(round(off), amountOf(200, 900));
    amount = minus(minus(base, off), discountValue);
    if (plan.total !== 'absent' && random.chance(30))
      amount = times(minus(base, discountValue), minus(rational(1), percent(rate)));
  }
  amount = written(amount);
  if (plan.isCredit) amount = negative(amount);
  const isNegativeQuantity = plan.isCredit && !isNegativePrice;
  const article: Article = {
    articleNumber: `${random.whole(10, 99)}-${random.whole(1000, 9999)}`,
    articleDescription: random.pick(['Gipsskiva 13 mm', 'Regel 45 x 95', 'Skruv 4,2 x 42', 'Arbete', 'Hyra av lift']),
    unit: random.pick(['st', 'm', 'tim', 'kg']),
    price: numberOf(isNegativePrice ? negative(price) : price),
    ...(count && { quantity: numberOf(isNegativeQuantity ? negative(count) : count) }),
    ...(discountPercentage && { discountPercentage: numberOf(discountPercentage) }),
    ...(discountValue && { discountValue: numberOf(random.chance(15) ? negative(discountValue) : discountValue) }),
  };
  return { article, amount };
}

const over = (a: Rational, [numerator, denominator]: Rational): Rational => times(a, [denominator, numerator]);
