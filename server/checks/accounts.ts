import { bareDigits, digitsIn, isNothing, plainText } from '../../common/numbers/digits.ts';
import type { CheckedSupplier } from './context.ts';
import type { AccountKind, CheckedInvoice } from './invoice.ts';
import { giroKey } from './numbers/giro.ts';
import { ibanKey, postGiroOf } from './numbers/iban.ts';

const kinds = ['bankGiro', 'postGiro', 'iban'] as const;
const keys = { bankGiro: giroKey, postGiro: giroKey, iban: ibanKey };

export type RecordedAccounts = Pick<CheckedSupplier, (typeof kinds)[number]>;

export const accountComparisons = ['same', 'differs', 'missing', 'fromRecord'] as const;

/** `missing`: the record has no account of that kind. `fromRecord`: the invoice names no account at all. */
export interface InvoiceAccount {
  kind: AccountKind;
  account: string;
  comparison: (typeof accountComparisons)[number];
  /** The field of the invoice that has it. */
  path?: string;
  /** The file that has it, and the page, counted from 1. */
  file?: string;
  page?: number;
}

export const hasAccount = (record: RecordedAccounts): boolean => kinds.some((kind) => keys[kind](record[kind]) !== '');

/** An IBAN of Plusgirot is the post giro that it stands for. */
const postGiroKey = (iban: string) => giroKey(postGiroOf(ibanKey(iban)) ?? '');

export function isRecorded(record: RecordedAccounts, kind: AccountKind, account: string): boolean {
  if (kind === 'account')
    return kinds.some((any) => isRecorded(record, any, account)) || isInIban(record.iban, account);
  const key = keys[kind](account);
  if (key === '') return false;
  if (key === keys[kind](record[kind])) return true;
  if (kind === 'postGiro') return key === postGiroKey(record.iban);
  return kind === 'iban' && postGiroKey(account) !== '' && postGiroKey(account) === giroKey(record.postGiro);
}

/** Fewer digits may be the end of any account. */
const minAccountLength = 6;
const clearingLengths = [4, 5];

/** Whether an account in the country's own form, with or without a clearing number, is that of a Swedish IBAN. */
function isInIban(iban: string, account: string): boolean {
  const own = /^SE[0-9]{2}([0-9]{20})$/.exec(ibanKey(iban))?.[1];
  if (own === undefined) return false;
  const digits = digitsIn(account);
  const isEnd = (number: string) => number.length >= minAccountLength && own.slice(3).endsWith(number);
  return (
    isEnd(giroKey(digits)) ||
    (digits[0] === own[0] && clearingLengths.some((length) => isEnd(giroKey(digits.slice(length)))))
  );
}

/** The accounts that an invoice names, each with its place, compared with the supplier's record. */
export function accountsOf(invoice: CheckedInvoice, record: RecordedAccounts): InvoiceAccount[] {
  const { supplierBankGiro, supplierPostGiro, accountFields = [] } = invoice;
  const named = [
    ...giro('bankGiro', supplierBankGiro, 'supplierBankGiro', record),
    ...giro('postGiro', supplierPostGiro, 'supplierPostGiro', record),
    ...accountFields.map(({ kind, value, path }) => compared(kind, value, record, path)),
  ];
  if (named.length > 0) return named;
  return kinds
    .filter((kind) => keys[kind](record[kind]) !== '')
    .map((kind) => ({ kind, account: record[kind], comparison: 'fromRecord' }));
}

function giro(
  kind: 'bankGiro' | 'postGiro',
  sent: string | undefined,
  path: string,
  record: RecordedAccounts,
): InvoiceAccount[] {
  if (sent === undefined || isNoAccount(sent)) return [];
  return isUnreadable(sent)
    ? [{ kind, account: sent, comparison: 'differs', path }]
    : [compared(kind, sent, record, path)];
}

/** Nothing that a person sees, or zeros alone. */
export const isNoAccount = (sent: string): boolean =>
  plainText(sent).trim() === '' || isNothing(bareDigits(sent) ?? '');

/** Whether a giro has no digits, or more in it than digits: then it never counts as the record's. */
export const isUnreadable = (sent: string): boolean => !bareDigits(sent);

const compared = (kind: AccountKind, account: string, record: RecordedAccounts, path: string): InvoiceAccount => ({
  kind,
  account,
  comparison: isRecorded(record, kind, account)
    ? 'same'
    : kind === 'account' || keys[kind](record[kind]) === ''
      ? 'missing'
      : 'differs',
  path,
});

const kindsInFiles: Readonly<Record<string, AccountKind>> = {
  bankgiro: 'bankGiro',
  postgiro: 'postGiro',
  iban: 'iban',
};

interface StoredFinding {
  code: string;
  parameters?: Readonly<Record<string, unknown>>;
  dismissed?: unknown;
}

/** The accounts in files that open findings name. */
export const accountsInFiles = (findings: readonly StoredFinding[], record: RecordedAccounts): InvoiceAccount[] =>
  findings.flatMap(({ code, parameters = {}, dismissed }) => {
    const { kind, account, fileName, page } = parameters;
    if (code !== 'document.account' || dismissed !== undefined) return [];
    const { path: _, ...compares } = compared(kindsInFiles[String(kind)] ?? 'account', String(account), record, '');
    return [{ ...compares, file: String(fileName), page: Number(page) }];
  });
