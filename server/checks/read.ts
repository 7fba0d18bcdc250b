import { atOnce } from '../../common/steps.ts';
import { findingAccountFields } from './account-fields.ts';
import { decimalOf, type Decimal } from '../../common/decimal.ts';
import { documentDay } from '../../common/days.ts';
import type { CheckedInvoice, CheckedLine, InvoiceDays } from './invoice.ts';
import { usedLengths, usedLengthsOfLine } from '../../common/used-lengths.ts';
import { addCutTexts } from './cut-texts.ts';

type Fields = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

function amount(value: unknown): Decimal | undefined {
  if (typeof value === 'number') return decimalOf(value);
  return typeof value === 'object' && value !== null && 'value' in value ? decimalOf(String(value.value)) : undefined;
}

/** 0 is the date of a program that has none. */
const date = (value: unknown): number | undefined => {
  const exact = amount(value);
  return exact === undefined ? undefined : Number(exact.units) / 10 ** exact.scale || undefined;
};

const dayOf = (value: unknown, zone: string): string | null => {
  const at = date(value);
  return at === undefined ? null : documentDay(at, zone);
};

/** For an invoice that arrives: a stored one keeps the days that it arrived with. */
export const daysOf = (fields: Fields, zone: string): InvoiceDays => ({
  invoiceDay: dayOf(fields.invoiceDate, zone),
  paymentDueDay: dayOf(fields.paymentDueDate, zone),
});

const line = (fields: Fields): CheckedLine => ({
  price: amount(fields.price),
  totalPrice: amount(fields.totalPrice),
  quantity: amount(fields.quantity),
  vat: amount(fields.vat),
  discountPercentage: amount(fields.discountPercentage),
  discountValue: amount(fields.discountValue),
});

/** The schema has accepted the body. If a float would lose digits, the body must have been parsed exactly. */
export const checkedInvoice = (fields: Fields, days: InvoiceDays): CheckedInvoice =>
  atOnce(checkingInvoice(fields, days));

const stepLines = 100;

/** The same with pauses. */
export function* checkingInvoice(
  fields: Fields,
  { invoiceDay, paymentDueDay }: InvoiceDays,
): Generator<void, CheckedInvoice> {
  const lines: CheckedLine[] = [];
  let cutTexts = addCutTexts(undefined, fields, usedLengths);
  if (Array.isArray(fields.articles))
    for (const article of fields.articles as Fields[]) {
      cutTexts = addCutTexts(cutTexts, article, usedLengthsOfLine, lines.length);
      if (lines.push(line(article)) % stepLines === 0) yield;
    }
  const accounts = yield* findingAccountFields(fields);
  return {
    supplierName: text(fields.supplierName),
    supplierOrganizationalNumber: text(fields.supplierOrganizationalNumber),
    supplierBankGiro: text(fields.supplierBankGiro),
    supplierPostGiro: text(fields.supplierPostGiro),
    supplierInvoiceNumber: text(fields.supplierInvoiceNumber),
    invoiceDate: date(fields.invoiceDate),
    paymentDueDate: date(fields.paymentDueDate),
    invoiceDay: invoiceDay ?? undefined,
    paymentDueDay: paymentDueDay ?? undefined,
    lines,
    totalPrice: amount(fields.totalPrice),
    totalVat: amount(fields.totalVat),
    centRoundoff: amount(fields.centRoundoff),
    invoiceFee: amount(fields.invoiceFee),
    currency: text(fields.currency),
    paymentReferenceOCR: text(fields.paymentReferenceOCR),
    creditInvoiceReference: text(fields.creditInvoiceReference),
    freight: text(fields.freight),
    cutTexts,
    ...accounts,
  };
}
