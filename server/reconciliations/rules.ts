import type { InvoiceState } from '../decisions/invoices.ts';
import { canonical, decimalOf, plain } from '../../common/decimal.ts';
import { thousands } from '../../common/errors/words.ts';
import { atOnce, type Steps } from '../../common/steps.ts';

export interface StoredInvoice {
  id: string;
  externalReferenceId: string;
  state: InvoiceState;
  /** Every digit as it was sent, an exponent written out; null if the invoice has no total. */
  totalPrice: string | null;
  /** Whether it is a credit note. */
  credit: boolean;
  createdAt: Date;
}

export interface ListedInvoice {
  externalReferenceId: string;
  /** As it was written; undefined if only the reference is to be compared. */
  totalPrice: string | undefined;
}

export interface DifferingInvoice {
  listed: ListedInvoice & { totalPrice: string };
  stored: StoredInvoice;
}

export interface Reconciliation {
  matched: StoredInvoice[];
  /** References that never arrived. */
  missing: string[];
  differing: DifferingInvoice[];
}

export const reconcile = (
  listed: readonly ListedInvoice[],
  stored: ReadonlyMap<string, StoredInvoice>,
): Reconciliation => atOnce(reconciling(listed, stored));

const stepInvoices = 500;

export function* reconciling(
  listed: readonly ListedInvoice[],
  stored: ReadonlyMap<string, StoredInvoice>,
): Steps<Reconciliation> {
  const result: Reconciliation = { matched: [], missing: [], differing: [] };
  for (const [at, { externalReferenceId, totalPrice }] of listed.entries()) {
    if (at % stepInvoices === 0) yield;
    const invoice = stored.get(externalReferenceId);
    if (invoice === undefined) result.missing.push(externalReferenceId);
    else if (totalPrice === undefined || isSameAmount(totalPrice, invoice.totalPrice)) result.matched.push(invoice);
    else result.differing.push({ listed: { externalReferenceId, totalPrice }, stored: invoice });
  }
  return result;
}

const isSameAmount = (one: string, other: string | null) => other !== null && canonical(one) === canonical(other);

/** A JSON number without an exponent. */
export const writtenOut = (number: string): string => (/e/i.test(number) ? plain(decimalOf(number)) : number);

export interface UnlistedPage {
  named: StoredInvoice[];
  /** The arrival of the first one that is not named, in epoch milliseconds; undefined if all are named. */
  next: number | undefined;
}

/**
 * The first `most` of the invoices that are not listed; there may be one more. Arrivals of one millisecond stay
 * together, so that a reader who continues with `next` gets none twice.
 */
export function firstUnlisted(unlisted: readonly StoredInvoice[], most: number): UnlistedPage {
  const over = unlisted[most];
  if (over === undefined) return { named: [...unlisted], next: undefined };
  const next = over.createdAt.getTime();
  const named = unlisted.filter(({ createdAt }) => createdAt.getTime() < next);
  return named.length > 0 ? { named, next } : { named: unlisted.slice(0, most), next: next + 1 };
}

/** One sentence that says whether the books are equal, and what to do if they are not. */
export function summaryOf(
  { matched, missing, differing }: Reconciliation,
  { named, next }: UnlistedPage,
  count: number,
): string {
  const isEqual = missing.length + differing.length + named.length === 0;
  const ofMatched = [
    countOf(matched, ({ state }) => state === 'withdrawn', 'withdrawn'),
    countOf(matched, ({ state }) => state === 'rejected', 'rejected'),
    countOf(matched, ({ credit }) => credit, 'credit note', 's'),
  ].filter((part) => part !== '');
  const parts = [
    `${thousands(matched.length)} of ${thousands(count)} listed invoices match${ofMatched.length === 0 ? '' : ` (${ofMatched.join(', ')})`}`,
    `${thousands(missing.length)} missing`,
    `${thousands(differing.length)} differing`,
    `${thousands(named.length)} not listed`,
  ];
  const more =
    next === undefined
      ? ''
      : ` More invoices of the period are not listed: reconcile again with from ${next} to have them named.`;
  return `${isEqual ? 'The books are equal: ' : 'The books differ: '}${parts.join(', ')}.${more}`;
}

function countOf(
  invoices: readonly StoredInvoice[],
  is: (invoice: StoredInvoice) => boolean,
  word: string,
  plural = '',
): string {
  const many = invoices.filter(is).length;
  return many === 0 ? '' : `${thousands(many)} ${word}${many === 1 ? '' : plural}`;
}
