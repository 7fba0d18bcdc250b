export interface Reading {
  /** `either` if lines differ, or if it cannot be known. */
  price: 'unit' | 'line' | 'either';
  discount: 'none' | 'percentage' | 'value' | 'valuePerUnit' | 'percentageAndValue' | 'mixed';
  /** `either` if both roundings give the same, `none` if there is no VAT to compare. */
  vat: 'line' | 'sum' | 'either' | 'none';
  lineVat: 'percentage' | 'amount' | 'none';
  linesIncludeVat: boolean;
  totalIncludesVat: boolean;
  /** The total was rounded to whole units without a roundoff. */
  isRounded: boolean;
}

/** The matching reading, or else the nearest one. Amounts are decimal text. */
export interface Sums {
  matches: boolean;
  reading: Reading;
  /** In order. Empty if the lines cannot be added up; then the total is used as it is. */
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
