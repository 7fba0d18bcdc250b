import { anyDiscount, correctLine, type Article, type LinePlan } from './correct-line.testing.ts';
import { randomOf, type Random } from './random.testing.ts';
import {
  isLess,
  isZero,
  minus,
  negative,
  numberOf,
  over,
  percent,
  plus,
  rational,
  rounded,
  roundings,
  sum,
  times,
  zero,
  type Rational,
} from './rational.testing.ts';

export interface Body {
  externalReferenceId: string;
  supplierNumber: string;
  supplierName: string;
  supplierOrganizationalNumber: string;
  supplierBankGiro: string;
  supplierInvoiceNumber: string;
  invoiceDate: number;
  paymentDueDate: number;
  paymentReferenceOCR: string;
  articles: Article[];
  currency?: string;
  totalPrice?: number;
  totalVat?: number;
  centRoundoff?: number;
  invoiceFee?: number;
  freight?: string;
}

const decimalsOf = { SEK: 2, EUR: 2, NOK: 2, JPY: 0, KWD: 3, unnamed: 2 };
const hundredPercent = rational(100);

function planOf(random: Random) {
  const currency = random.chance(60) ? 'SEK' : random.pick(['EUR', 'NOK', 'JPY', 'KWD', 'unnamed'] as const);
  const total = random.pick(['sent', 'sent', 'sent', 'unrounded', 'absent'] as const);
  const discount = random.chance(40) ? 'none' : anyDiscount(random);
  const lines: LinePlan = {
    decimals: decimalsOf[currency],
    rounding: random.pick(roundings),
    isCredit: random.chance(15),
    price: random.chance(70) ? 'unit' : 'line',
    // All lines without totals have the same reading.
    discount: total === 'absent' && discount === 'any' ? 'none' : discount,
    total,
  };
  const isReverse = random.chance(10);
  const included = isReverse || random.chance(65) ? 'no' : total === 'sent' && random.chance(50) ? 'totals' : 'all';
  const lineVat = included === 'totals' ? random.pick(['percentage', 'amount']) : random.pick(lineVats);
  const isNet = included === 'no' && !isReverse && random.chance(15);
  return {
    currency,
    lines,
    isReverse,
    included,
    lineVat,
    isNet,
    by: random.pick(['line', 'sum']),
    isVatUnrounded: included === 'no' && lineVat !== 'amount' && total === 'sent' && random.chance(10),
    isVatSent: random.chance(85) || (!isNet && included === 'no' && (lineVat === 'absent' || lineVat === 'partly')),
    rates: (currency === 'SEK' || random.chance(50) ? [25, 12, 6, 0] : [20, 19, 7, 5.5]).slice(0, random.whole(1, 4)),
    roundoff: random.pick(['none', 'none', 'sent', 'opposite', 'silent']),
    isTotalSent: random.chance(97),
  };
}
const lineVats = ['percentage', 'percentage', 'percentage', 'amount', 'partly', 'absent'] as const;

/** A seed always gives the same invoice. It adds up in at least one reading, and has no other findings. */
export function correctInvoice(seed: number): Body {
  const random = randomOf(seed);
  const plan = planOf(random);
  const { decimals, rounding } = plan.lines;
  const round = (amount: Rational) => rounded(amount, decimals, rounding);
  const isIncluded = plan.included !== 'no';
  const vatOf = (amount: Rational, rate: Rational) =>
    times(amount, isIncluded ? over(rate, plus(hundredPercent, rate)) : percent(rate));

  const taxed: { amount: Rational; rate: Rational }[] = [];
  const lineCount = random.chance(3) ? 60 : random.whole(1, 8);
  const articles = Array.from({ length: lineCount }, (_, at) => {
    const { article, amount } = correctLine(random, plan.lines);
    const rate = rational(random.pick(plan.rates));
    const lineTotal = plan.included === 'totals' ? round(times(amount, plus(rational(1), percent(rate)))) : amount;
    const vat = plan.included === 'totals' ? minus(lineTotal, amount) : round(vatOf(lineTotal, rate));
    taxed.push({ amount: lineTotal, rate });
    return {
      ...article,
      ...(plan.lines.total !== 'absent' && { totalPrice: numberOf(lineTotal) }),
      ...(plan.lineVat === 'percentage' && { vat: numberOf(rate) }),
      ...(plan.lineVat === 'amount' && { vat: numberOf(vat) }),
      ...(plan.lineVat === 'partly' && at > 0 && { vat: numberOf(rate) }),
    };
  });

  const highest = taxed.map(({ rate }) => rate).reduce((a, b) => (isLess(a, b) ? b : a));
  const sign = plan.lines.isCredit ? negative : (amount: Rational) => amount;
  const extra = (chance: number) => {
    if (!random.chance(chance)) return zero;
    const amount = sign(round([BigInt(random.whole(1_000, 40_000)), 100n]));
    if (!plan.isReverse && random.chance(70))
      taxed.push({ amount, rate: plan.lineVat === 'amount' || random.chance(50) ? rational(25) : highest });
    return amount;
  };
  const fee = extra(25);
  const freight = extra(30);

  // VAT amounts have no rate to group by: each line is rounded separately.
  const isByLine = plan.by === 'line' || plan.lineVat === 'amount';
  const lineVats = articles.map(({ vat = 0 }) => rational(vat));
  const own = plan.lineVat === 'amount' ? taxed.slice(articles.length) : taxed;
  const vat = plus(
    plan.lineVat === 'amount' ? sum(lineVats) : zero,
    isByLine
      ? sum(own.map(({ amount, rate }) => round(vatOf(amount, rate))))
      : sum(byRate(own).map(({ amount, rate }) => round(vatOf(amount, rate)))),
  );
  // Some systems send unrounded results.
  const unrounded = sum(taxed.map(({ amount, rate }) => vatOf(amount, rate)));
  const vatSent = plan.isVatUnrounded ? unrounded : vat;
  const addsVat = !isIncluded && !plan.isReverse && !plan.isNet;
  const lines = sum(taxed.slice(0, articles.length).map(({ amount }) => amount));
  const exact = round(sum([lines, fee, freight, addsVat ? vatSent : zero]));
  const total = plan.roundoff === 'none' ? exact : rounded(exact, 0);
  const roundoff = minus(total, exact);
  return {
    ...headOf(random, seed),
    articles,
    ...(plan.currency !== 'unnamed' && { currency: plan.currency }),
    ...(plan.isTotalSent && { totalPrice: numberOf(total) }),
    ...(plan.isReverse ? { totalVat: 0 } : plan.isVatSent && { totalVat: numberOf(vatSent) }),
    ...(plan.roundoff === 'sent' && { centRoundoff: numberOf(roundoff) }),
    ...(plan.roundoff === 'opposite' && { centRoundoff: numberOf(negative(roundoff)) }),
    ...(!isZero(fee) && { invoiceFee: numberOf(fee) }),
    ...(!isZero(freight) && { freight: freightText(random, numberOf(freight), decimals) }),
  };
}

function byRate(taxed: readonly { amount: Rational; rate: Rational }[]) {
  const rates = [...new Map(taxed.map(({ rate }) => [String(numberOf(rate)), rate])).values()];
  return rates.map((rate) => ({
    rate,
    amount: sum(taxed.filter((other) => numberOf(other.rate) === numberOf(rate)).map(({ amount }) => amount)),
  }));
}

function freightText(random: Random, amount: number, decimals: number): string {
  const text = amount.toFixed(decimals);
  return random.pick([text, text.replace('.', ','), String(amount), `${text} kr`, `${text.replace('.', ',')} SEK`]);
}

const withCheckDigit = (digits: string): string => {
  const reckoned = [...digits].reverse().map((digit, at) => Number(digit) * (at % 2 === 0 ? 2 : 1));
  const digit = reckoned.reduce((all, each) => all + Math.floor(each / 10) + (each % 10), 0);
  return `${digits}${(10 - (digit % 10)) % 10}`;
};

const names = ['Nordbygg Material', 'Rör & Co', 'Elkraft i Uppsala', 'Måleri Ekström', 'Betong Syd'];

/** Two invoices of one supplier have the same name and accounts, and share no number. */
function headOf(random: Random, seed: number): Omit<Body, 'articles'> {
  const supplier = random.whole(0, 199);
  const organization = withCheckDigit(`5560${String(10_000 + supplier * 7)}`);
  const giro = withCheckDigit(String(991_000 + supplier * 3));
  const day = Date.UTC(2026, random.whole(0, 11), random.whole(1, 28));
  return {
    externalReferenceId: `correct-${seed}`,
    supplierNumber: String(1000 + supplier),
    supplierName: `${names[supplier % names.length]} ${supplier} AB`,
    supplierOrganizationalNumber: `${organization.slice(0, 6)}-${organization.slice(6)}`,
    supplierBankGiro: `${giro.slice(0, 3)}-${giro.slice(3)}`,
    supplierInvoiceNumber: `F-${seed}`,
    invoiceDate: day,
    paymentDueDate: day + 30 * 86_400_000,
    paymentReferenceOCR: withCheckDigit(String(20_000_000 + seed)),
  };
}

export function* correctInvoices(count: number, seed: number): Generator<Body> {
  for (let at = 0; at < count; at++) yield correctInvoice(seed + at);
}
