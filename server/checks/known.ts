/** What a rule needs to know besides the invoice. What no rule in force needs is not read. */
export const needs = ['supplier', 'alike', 'number', 'amount', 'ocr', 'credited'] as const;
export type Need = (typeof needs)[number];

/** The supplier's record: what tells who is paid, as it stands there. Rules remember results by this object, so a changed record needs a new one. */
export interface KnownSupplier {
  readonly name: string;
  readonly organizationalNumber: string;
  readonly bankGiro: string;
  readonly postGiro: string;
  readonly iban: string;
  /** When its account, name or organisational number was last changed; undefined where that never happened. */
  readonly payeeChangedAt?: Date | undefined;
  /** When somebody of the company blocked it; undefined where it is not blocked. */
  readonly blockedAt?: Date | undefined;
  /** Whether a partner registered it and nobody at the company has confirmed its account. */
  readonly isUnconfirmed?: boolean;
}

/** In which ways two suppliers can look alike. */
export const likenesses = ['number', 'name', 'organization'] as const;

/** Another supplier of the company that a person may take for the invoice's, as long as nobody has said that they are two. */
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

/** An earlier invoice of the same supplier, by what makes two invoices alike. */
export interface EarlierInvoice {
  id: string;
  keys: InvoiceKeys;
}

/** What makes two invoices of a supplier alike, normalised, where the invoice says it. */
export interface InvoiceKeys {
  number?: string | undefined;
  /** The total and the day of the invoice. */
  amount?: string | undefined;
  ocr?: string | undefined;
}

/** What is known when an invoice is judged, as far as the rules in force need it. */
export interface Known {
  /** When the invoice arrived. */
  at: Date;
  supplier?: KnownSupplier | undefined;
  /** Suppliers that look like the invoice's, if a partner registered it or them and nobody at the company has confirmed that one. */
  alike?: readonly LookAlike[];
  /** The first earlier invoice of the supplier or of one that looks like it, with the same number, amount and day, or payment reference. */
  earlier?: Partial<Record<keyof InvoiceKeys, EarlierInvoice | undefined>>;
  /** Whether the invoice that is credited is known; undefined where none is, or where it was not asked. */
  isCreditedKnown?: boolean | undefined;
}
