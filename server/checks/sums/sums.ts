/** How the amounts of an invoice were read. */
export interface Reading {
  /** Whether a line's price is per unit or per line; either if lines differ, or if it cannot be known. */
  price: 'unit' | 'line' | 'either';
  discount: 'none' | 'percentage' | 'value' | 'valuePerUnit' | 'percentageAndValue' | 'mixed';
  /** Where the VAT was rounded; either if both give the same, none if there is no VAT to compare. */
  vat: 'line' | 'sum' | 'either' | 'none';
  lineVat: 'percentage' | 'amount' | 'none';
  linesIncludeVat: boolean;
  totalIncludesVat: boolean;
  /** Whether the total was rounded to whole units without a roundoff. */
  isRounded: boolean;
}

/** The sums of an invoice in the reading that matches, or else in the nearest one. Amounts are decimal text. */
export interface Sums {
  matches: boolean;
  reading: Reading;
  /** The parts of the total, in order. Empty if the lines cannot be added up: then the total is taken as it is. */
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
