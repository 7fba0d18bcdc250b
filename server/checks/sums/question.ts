import type { Precision } from './precision.ts';

/** What a line adds to the invoice, at the scale of the invoice's precision. */
export interface Entry {
  amount: bigint;
  /** By how much it may be off, where the line's own total was not sent to the last minor unit. */
  slack: bigint;
  /** What was sent as the line's VAT: its units and their scale, be it a rate or an amount. */
  vat: { readonly units: bigint; readonly scale: number } | undefined;
}

/** What is to be explained. Amounts are at the scale of the precision. */
export interface Question {
  precision: Precision;
  entries: readonly Entry[];
  fee: bigint;
  freight: bigint;
  /** Lines, fee and freight together. */
  rest: bigint;
  /** By how much these and the rounding of the total may be off together. */
  slack: bigint;
  /** The cent roundoff as it was sent, then with the other sign; 0 where none was sent. */
  roundoffs: readonly bigint[];
  /** Whether the total may have been rounded to whole units without saying so. */
  mayRound: boolean;
  /** Undefined where it was not sent. */
  vat: bigint | undefined;
  total: bigint | undefined;
  /** The standard rate of VAT, in per cent, and whether no higher one is lawful. */
  standard: bigint;
  isHighest: boolean;
  /** Whether every line that comes to something says its VAT. */
  isCompared: boolean;
  /** Whether the total of a line was seen to include VAT. */
  isIncluded: boolean;
}
