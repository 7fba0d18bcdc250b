import type { Article } from './correct-line.testing.ts';
import type { Body } from './correct.testing.ts';
import type { Random } from './random.testing.ts';
import { numberOf, plus, rational, type Rational } from './rational.testing.ts';

export const amounts = ['line total', 'price', 'fee', 'freight', 'roundoff', 'totalVat', 'totalPrice'] as const;
export type Amount = (typeof amounts)[number];

/** Changes one amount by more than a rounding. Undefined if the invoice lacks that amount. */
export function changed(body: Body, amount: Amount, decimals: number, random: Random): Body | undefined {
  const by: Rational = [BigInt(random.whole(2, 90_000) * random.pick([1, -1])), 10n ** BigInt(decimals)];
  const moved = (from: number) => numberOf(plus(rational(from), by));
  const inLine = (field: 'totalPrice' | 'price'): Body | undefined => {
    const candidates = body.articles.flatMap((article, at) => (article[field] === undefined ? [] : [at]));
    if (candidates.length === 0) return undefined;
    const chosen = random.pick(candidates);
    const change = (article: Article, at: number) =>
      at === chosen ? { ...article, [field]: moved(article[field] ?? 0) } : article;
    return { ...body, articles: body.articles.map(change) };
  };
  const changes: Record<Amount, () => Body | undefined> = {
    'line total': () => inLine('totalPrice'),
    price: () => inLine('price'),
    fee: () => ({ ...body, invoiceFee: moved(body.invoiceFee ?? 0) }),
    freight: () => ({ ...body, freight: String(moved(numberOf(freightOf(body)))) }),
    // A roundoff above half a unit is ignored, so the total is wrong if it needed one.
    roundoff: () =>
      (body.centRoundoff ?? 0) === 0
        ? undefined
        : { ...body, centRoundoff: numberOf([BigInt(random.whole(51, 400) * random.pick([1, -1])), 100n]) },
    totalVat: () => (body.totalVat === undefined ? undefined : { ...body, totalVat: moved(body.totalVat) }),
    totalPrice: () => (body.totalPrice === undefined ? undefined : { ...body, totalPrice: moved(body.totalPrice) }),
  };
  return changes[amount]();
}

export const freightOf = ({ freight = '0' }: Body): Rational =>
  rational(freight.replace(/ (?:kr|SEK)$/, '').replace(',', '.'));

export const decimalsOf = ({ currency }: Body): number => (currency === 'JPY' ? 0 : currency === 'KWD' ? 3 : 2);
