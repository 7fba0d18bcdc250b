import { absolute, tenTo, unitsAt, type Decimal } from '../../../common/decimal.ts';
import type { CheckedInvoice } from '../invoice.ts';
import type { Entries, Entry } from './entries.ts';
import type { Style } from './lines.ts';
import type { Precision } from './precision.ts';
import { ratesOn } from './rates.ts';

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

const none: Decimal = { units: 0n, scale: 0 };

export function questionOf(
  invoice: CheckedInvoice,
  freightSent: Decimal | undefined,
  precision: Precision,
  { entries, sum, slack, isCompared }: Entries,
  style: Style,
): Question {
  const { scale, half } = precision;
  const { invoiceFee = none, centRoundoff = none, totalVat, totalPrice, currency, invoiceDay } = invoice;
  const fee = unitsAt(scale, invoiceFee);
  const freight = unitsAt(scale, freightSent ?? none);
  const roundoff = unitsAt(scale, centRoundoff);
  // A roundoff is at most half a unit of the currency.
  const isUsed = roundoff !== 0n && 2n * absolute(roundoff) <= tenTo(scale);
  const isRateNeeded = fee !== 0n || freight !== 0n || !isCompared;
  return {
    precision,
    entries,
    fee,
    freight,
    rest: sum + fee + freight,
    slack: slack + half,
    roundoffs: isUsed ? [roundoff, -roundoff] : [0n],
    mayRound: roundoff === 0n,
    vat: totalVat && unitsAt(scale, totalVat),
    total: totalPrice && unitsAt(scale, totalPrice),
    standard: isRateNeeded ? BigInt(ratesOn(invoiceDay ?? '')[0].percent) : 0n,
    isHighest: currency === undefined || currency === 'SEK',
    isCompared,
    isIncluded: style.includesVat,
  };
}
