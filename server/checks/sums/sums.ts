/** How the amounts of an invoice were read. */
export interface Reading {
  /** Whether a line's price is for a unit or for the line; both where lines differ, or where that cannot be told apart. */
  price: 'unit' | 'line' | 'either';
  discount: 'none' | 'percentage' | 'value' | 'valuePerUnit' | 'percentageAndValue' | 'mixed';
  /** Where the VAT was rounded: for each line or on the sum; either where both come to the same; none where there is no VAT to compare. */
  vat: 'line' | 'sum' | 'either' | 'none';
  /** What a line's `vat` is. */
  lineVat: 'percentage' | 'amount' | 'none';
  /** Whether the lines' totals include VAT. */
  linesIncludeVat: boolean;
  /** Whether the invoice's total includes VAT. */
  totalIncludesVat: boolean;
  /** Whether the total was rounded to whole units without saying so. */
  isRounded: boolean;
}

/** The sums of an invoice by the reading that matches or, where none does, by the nearest one. Amounts are written out. */
export interface Sums {
  matches: boolean;
  reading: Reading;
  /** What the total is made of, in order. Empty where the lines cannot be added up: then the total is taken as it stands. */
  parts: { what: 'lines' | 'fee' | 'freight' | 'vat' | 'roundoff'; amount: string }[];
  expected: string;
  /** Missing where the invoice has no total. */
  sent?: string;
  /** Sent less expected. */
  difference?: string;
  net: string;
  vat: string;
  gross: string;
}
