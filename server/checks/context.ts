/** Parts of the context that a rule may need. Parts that no active rule needs are not read. */
export const needs = ['supplier', 'alike', 'number', 'amount', 'ocr', 'credited'] as const;
export type Need = (typeof needs)[number];

/** The supplier's record. Rules cache results by this object, so a changed record needs a new object. */
export interface CheckedSupplier {
  readonly name: string;
  readonly organizationalNumber: string;
  readonly bankGiro: string;
  readonly postGiro: string;
  readonly iban: string;
  /** When its account, name or organisational number last changed. */
  readonly payeeChangedAt?: Date | undefined;
  readonly blockedAt?: Date | undefined;
  /** Whether a partner registered it and nobody at the company has confirmed its account. */
  readonly isUnconfirmed?: boolean;
}

export const likenesses = ['number', 'name', 'organization'] as const;

/**
 * Another supplier of the company that a person may mistake for the invoice's, unless an operator has declared them
 * distinct.
 */
export interface LookAlike {
  number: string;
  name: string;
  organizationalNumber: string;
  bankGiro: string;
  postGiro: string;
  iban: string;
  /** Not empty. */
  by: (typeof likenesses)[number][];
}

export interface EarlierInvoice {
  id: string;
  keys: InvoiceKeys;
}

/** Normalised values that two invoices of a supplier share if they are likely duplicates. */
export interface InvoiceKeys {
  number?: string | undefined;
  /** The total and the day of the invoice. */
  amount?: string | undefined;
  ocr?: string | undefined;
}

/** Everything that findings depend on apart from the invoice, as far as the active rules need it. */
export interface InvoiceContext {
  /** When the invoice arrived. */
  at: Date;
  supplier?: CheckedSupplier | undefined;
  /** Suppliers that look like the invoice's, if a partner registered one of the two and nobody has confirmed it. */
  alike?: readonly LookAlike[];
  /** For each key, the first earlier invoice with the same value, of the supplier or of one that looks like it. */
  earlier?: Partial<Record<keyof InvoiceKeys, EarlierInvoice | undefined>>;
  /** Whether the credited invoice exists; undefined if none is credited, or if no rule needs it. */
  isCreditedKnown?: boolean | undefined;
}
