/** The parts of the context that rules may need. Parts that no active rule needs are not read. */
export const needs = ['supplier', 'alike', 'number', 'amount', 'ocr', 'credited', 'file'] as const;
export type Need = (typeof needs)[number];

/** Rules cache results by this object, so a changed record needs a new object. */
export interface CheckedSupplier {
  readonly name: string;
  readonly organizationalNumber: string;
  readonly bankGiro: string;
  readonly postGiro: string;
  readonly iban: string;
  /** The last change of its account, name or organisational number. */
  readonly payeeChangedAt?: Date | undefined;
  /** The number of the event; undefined for changes before version 1.16. */
  readonly payeeChangedSeq?: number | undefined;
  readonly blockedAt?: Date | undefined;
  readonly blockedSeq?: number | undefined;
  /** A partner registered the supplier, and nobody at the company has confirmed its account. */
  readonly isUnconfirmed?: boolean;
}

export const likenesses = ['number', 'name', 'organization'] as const;

/**
 * A supplier of the company that a person may mistake for the invoice's supplier. Operators can declare two suppliers
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

/** Normalised values. Two invoices of a supplier that share one are likely duplicates. */
export interface InvoiceKeys {
  number?: string | undefined;
  /** The total and the day of the invoice. */
  amount?: string | undefined;
  ocr?: string | undefined;
}

/** Everything except the invoice itself that findings depend on, as far as the active rules need it. */
export interface InvoiceContext {
  /** By the database's clock. */
  at: Date;
  /** The company's time zone; the default one if it is missing. */
  zone?: string | undefined;
  supplier?: CheckedSupplier | undefined;
  /** Filled only if a partner registered the supplier or its look-alike and nobody has confirmed it. */
  alike?: readonly LookAlike[];
  /** For each key, the first earlier invoice with the same value, from the supplier or a look-alike. */
  earlier?: Partial<Record<keyof InvoiceKeys, EarlierInvoice | undefined>>;
  /** Undefined if no invoice is credited, or if no rule needs it. */
  isCreditedKnown?: boolean | undefined;
  /** Only for a stored invoice: it has no file, and the time to attach one is over. */
  isFileMissing?: boolean | undefined;
}
