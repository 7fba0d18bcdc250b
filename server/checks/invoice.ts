import type { Decimal } from '../../common/decimal.ts';
import type { CutTexts } from './cut-texts.ts';

/** A line as the rules read it: empty and null fields are undefined, amounts are exact. */
export interface CheckedLine {
  price?: Decimal | undefined;
  totalPrice?: Decimal | undefined;
  quantity?: Decimal | undefined;
  vat?: Decimal | undefined;
  discountPercentage?: Decimal | undefined;
  discountValue?: Decimal | undefined;
}

/** YYYY-MM-DD, made from the dates once, on arrival, in the company's time zone. */
export interface InvoiceDays {
  invoiceDay: string | null;
  paymentDueDay: string | null;
}

export interface CheckedInvoice {
  supplierName?: string | undefined;
  supplierOrganizationalNumber?: string | undefined;
  supplierBankGiro?: string | undefined;
  supplierPostGiro?: string | undefined;
  supplierInvoiceNumber?: string | undefined;
  /** Epoch milliseconds, as sent. */
  invoiceDate?: number | undefined;
  paymentDueDate?: number | undefined;
  /** YYYY-MM-DD. */
  invoiceDay?: string | undefined;
  paymentDueDay?: string | undefined;
  lines: readonly CheckedLine[];
  totalPrice?: Decimal | undefined;
  totalVat?: Decimal | undefined;
  centRoundoff?: Decimal | undefined;
  invoiceFee?: Decimal | undefined;
  currency?: string | undefined;
  paymentReferenceOCR?: string | undefined;
  creditInvoiceReference?: string | undefined;
  freight?: string | undefined;
  cutTexts?: CutTexts | undefined;
  accountFields?: readonly AccountField[];
  /** The body has more than the search for accounts reads. */
  hasUnreadFields?: boolean;
}

/** Derived from the field's name or value; `account` if neither is specific. */
export type AccountKind = 'bankGiro' | 'postGiro' | 'iban' | 'account';

export interface AccountField {
  path: string;
  kind: AccountKind;
  value: string;
}
