import { short } from '../../common/errors/short.ts';
import type { AccountField, AccountKind } from './invoice.ts';
import { plainText } from '../../common/numbers/digits.ts';
import { wrongIban } from './numbers/iban.ts';

export const knownFields: ReadonlySet<string> = new Set(
  (
    'externalReferenceId supplierNumber supplierName supplierOrganizationalNumber supplierBankGiro supplierPostGiro ' +
    'supplierInvoiceNumber orderNumber projectName externalReference internalReference invoiceDate paymentDueDate articles ' +
    'totalPrice totalVat centRoundoff invoiceFee currency paymentReferenceOCR creditInvoiceReference freight'
  ).split(' '),
);
export const knownLineFields: ReadonlySet<string> = new Set(
  'articleNumber articleDescription price totalPrice quantity unit vat discountPercentage discountValue'.split(' '),
);

const maxFields = 10;
/** No account and no name of an account field is longer, but an unknown field may be as long as the body. */
const maxLength = 255;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Finds unknown fields of an invoice and its lines, at any depth, whose name suggests an account or whose value is a
 * valid IBAN.
 */
export function accountFieldsIn(invoice: Fields): AccountField[] {
  const found: AccountField[] = [];
  collectUnknown(invoice, knownFields, '', found);
  if (Array.isArray(invoice.articles))
    for (const [at, line] of (invoice.articles as Fields[]).entries())
      collectUnknown(line, knownLineFields, `articles[${at}].`, found);
  return found;
}

function collectUnknown(fields: Fields, known: ReadonlySet<string>, path: string, found: AccountField[]): void {
  for (const name in fields) if (!known.has(name)) collect(fields[name], `${path}${name}`, kindOfName(name), found);
}

function collect(value: unknown, path: string, kind: AccountKind | undefined, found: AccountField[]): void {
  if (found.length >= maxFields) return;
  if (Array.isArray(value)) for (const [at, item] of value.entries()) collect(item, `${path}[${at}]`, kind, found);
  else if (typeof value === 'object' && value !== null && !isExactNumber(value))
    for (const [name, inner] of Object.entries(value))
      collect(inner, `${path}.${name}`, kindOfName(name) ?? kind, found);
  else if (typeof value === 'string' || typeof value === 'number' || isExactNumber(value)) {
    const text = (isExactNumber(value) ? value.value : String(value)).slice(0, maxLength);
    const kindOfText = isIban(text) ? 'iban' : kind;
    if (kindOfText !== undefined && /\p{Nd}/u.test(text))
      found.push({ path: short(path), kind: kindOfText, value: text });
  }
}

const isExactNumber = (value: unknown): value is { value: string } =>
  typeof value === 'object' && value !== null && 'isLosslessNumber' in value;

const names: readonly [AccountKind, RegExp][] = [
  ['iban', /iban/],
  ['bankGiro', /bankgir|^(?:supplier|payee|payment|creditor)?bg(?:nr|no|num|number|nummer|account|konto)?$/],
  ['postGiro', /(?:plus|post)gir|^(?:supplier|payee|payment|creditor)?pg(?:nr|no|num|number|nummer|account|konto)?$/],
  // A plain account or konto is usually a bookkeeping account.
  ['account', /bank(?:account|konto)|(?:supplier|payee|payment|creditor|beneficiary)account|clearing(?:nr|no|num)/],
];

function kindOfName(name: string): AccountKind | undefined {
  const letters = plainText(name.slice(0, maxLength))
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
  return names.find(([, pattern]) => pattern.test(letters))?.[0];
}

const isIban = (text: string) => /^\s*\p{L}{2}\s*\p{Nd}{2}/u.test(text) && wrongIban(text) === undefined;
