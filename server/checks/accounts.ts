import { bareDigits } from '../../common/numbers/digits.ts';
import type { CheckedSupplier } from './context.ts';
import type { AccountKind, CheckedInvoice } from './invoice.ts';
import { giroKey } from './numbers/giro.ts';
import { ibanKey } from './numbers/iban.ts';

const kinds = ['bankGiro', 'postGiro', 'iban'] as const;
const keys = { bankGiro: giroKey, postGiro: giroKey, iban: ibanKey };

type Recorded = Pick<CheckedSupplier, (typeof kinds)[number]>;

export const accountComparisons = ['same', 'differs', 'missing', 'fromRecord'] as const;

/** `missing`: the record has no account of that kind. `fromRecord`: the invoice names no account at all. */
export interface InvoiceAccount {
  kind: AccountKind;
  account: string;
  comparison: (typeof accountComparisons)[number];
}

export const isRecorded = (record: Recorded, kind: AccountKind, account: string): boolean =>
  kind === 'account'
    ? kinds.some((any) => isRecorded(record, any, account))
    : keys[kind](record[kind]) !== '' && keys[kind](record[kind]) === keys[kind](account);

/** The accounts to which an invoice asks to be paid, compared with the supplier's record. */
export function accountsOf(invoice: CheckedInvoice, record: Recorded): InvoiceAccount[] {
  const { supplierBankGiro, supplierPostGiro, accountFields = [] } = invoice;
  const named = [
    ...giro('bankGiro', supplierBankGiro, record),
    ...giro('postGiro', supplierPostGiro, record),
    ...accountFields.map(({ kind, value }) => compared(kind, value, record)),
  ];
  if (named.length > 0) return named;
  return kinds
    .filter((kind) => keys[kind](record[kind]) !== '')
    .map((kind) => ({ kind, account: record[kind], comparison: 'fromRecord' }));
}

function giro(kind: 'bankGiro' | 'postGiro', sent: string | undefined, record: Recorded): InvoiceAccount[] {
  if (sent === undefined || giroKey(sent) === '') return [];
  // A text with more than an account number never counts as the record's, whatever its digits are.
  return [
    bareDigits(sent) === undefined ? { kind, account: sent, comparison: 'differs' } : compared(kind, sent, record),
  ];
}

const compared = (kind: AccountKind, account: string, record: Recorded): InvoiceAccount => ({
  kind,
  account,
  comparison: isRecorded(record, kind, account)
    ? 'same'
    : kind === 'account' || keys[kind](record[kind]) === ''
      ? 'missing'
      : 'differs',
});
