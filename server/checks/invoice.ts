import type { Decimal } from '../../common/decimal.ts';

/** A line as the rules read it: empty and null are left out, amounts are exact. */
export interface CheckedLine {
  price?: Decimal | undefined;
  totalPrice?: Decimal | undefined;
  quantity?: Decimal | undefined;
  vat?: Decimal | undefined;
  discountPercentage?: Decimal | undefined;
  discountValue?: Decimal | undefined;
}

/** An invoice as the rules read it. */
export interface CheckedInvoice {
  supplierName?: string | undefined;
  supplierOrganizationalNumber?: string | undefined;
  supplierBankGiro?: string | undefined;
  supplierPostGiro?: string | undefined;
  supplierInvoiceNumber?: string | undefined;
  /** Epoch milliseconds. */
  invoiceDate?: number | undefined;
  paymentDueDate?: number | undefined;
  lines: readonly CheckedLine[];
  totalPrice?: Decimal | undefined;
  totalVat?: Decimal | undefined;
  centRoundoff?: Decimal | undefined;
  invoiceFee?: Decimal | undefined;
  currency?: string | undefined;
  paymentReferenceOCR?: string | undefined;
  creditInvoiceReference?: string | undefined;
  freight?: string | undefined;
  /** Fields that the interface does not know and that look like accounts. */
  accountFields?: readonly AccountField[];
}

/** The kind of an account in an unknown field, by the field's name or value; `account` if neither tells more. */
export type AccountKind = 'bankGiro' | 'postGiro' | 'iban' | 'account';

export interface AccountField {
  path: string;
  kind: AccountKind;
  value: string;
}
