import { maxCreditNotes, readCreditNotes, readNumbered } from './credit-queries.ts';
import { creditable, remainingOf, type NumberedInvoice, type RelatedInvoice, type Remaining } from './credit-rules.ts';
import { numberKey } from '../../checks/keys.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';

interface CreditSubject {
  id: string;
  supplierNumber: string;
  /** As in `numberKey`; null without a number. */
  number: string | null;
  creditReference: string | null;
}

interface Credits {
  credits: RelatedInvoice[];
  creditedBy: RelatedInvoice[];
  remaining: Remaining | null;
}

/** What remains is about the invoice itself, or about the one that it credits. */
export async function readCredits(
  db: Db,
  company: CompanyId,
  { id, supplierNumber, number, creditReference }: CreditSubject,
): Promise<Credits> {
  const others = (invoices: NumberedInvoice[]) =>
    invoices.filter((one) => one.id !== id).map(({ reference: _reference, ...one }) => one);
  const credited = numberKey(creditReference ?? undefined);
  const creditNotes =
    number === null && credited === undefined ? [] : await readCreditNotes(db, company, supplierNumber);
  // Compares normalised numbers, because credit notes may write the number differently.
  const about = (key: string | undefined) =>
    creditNotes.filter(({ reference }) => key !== undefined && numberKey(reference ?? undefined) === key);
  const creditedBy = others(about(number ?? undefined));
  const named = credited ?? (creditedBy.length === 0 ? undefined : (number ?? undefined));
  const numbered = named === undefined ? [] : await readNumbered(db, company, supplierNumber, named);
  const invoices = creditable(numbered);
  const isAbout = credited === undefined ? invoices.some((one) => one.id === id) : true;
  const all = creditNotes.length < maxCreditNotes;
  return {
    credits: credited === undefined ? [] : others(numbered),
    creditedBy,
    remaining: isAbout ? remainingOf(invoices, about(named), all) : null,
  };
}
