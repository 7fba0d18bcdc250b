/** The lists that invoices are coded by. */
export const codingKinds = ['account', 'costCentre', 'project', 'vatCode'] as const;
export type CodingKind = (typeof codingKinds)[number];

/** A code of one or several lists, for the whole invoice, for one of its lines, or for an amount of it. */
export interface CodingRow extends Partial<Record<CodingKind, string>> {
  /** From 1. */
  line?: number;
  /** An exact decimal. */
  amount?: string;
}

export const maxCodeLength = 50;

/** The limit for all coding lists of a company together. */
export const maxCodingValues = 20_000;
