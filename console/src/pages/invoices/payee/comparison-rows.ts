import type { Invoice } from '../../../api/types.ts';
import { openOf } from '../findings/places.ts';

/** What tells who is paid: on the invoice, in the supplier's record, and the finding that says that the two differ. */
const compared = [
  { name: 'name', sent: 'supplierName', code: 'payee.name' },
  { name: 'organizationalNumber', sent: 'supplierOrganizationalNumber', code: 'payee.organization' },
  { name: 'bankGiro', sent: 'supplierBankGiro', code: 'payee.bankgiro' },
  { name: 'postGiro', sent: 'supplierPostGiro', code: 'payee.postgiro' },
  { name: 'iban', sent: '', code: '' },
] as const;

export interface ComparedRow {
  name: (typeof compared)[number]['name'];
  sent: string;
  recorded: string;
  outcome: 'differs' | 'missing' | 'same' | undefined;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const key = (value: string) => value.toLowerCase().replaceAll(/[^\p{L}\p{N}*]/gu, '');

/**
 * The two side by side, what is on neither left out. Whether they differ is the rules' word, since names and numbers are written in
 * many ways; the record may have been changed since, so what is the same by now is said to be.
 */
export function comparedRows({ document, supplier, findings }: Invoice): ComparedRow[] {
  return compared
    .map(({ name, sent: field, code }): ComparedRow => {
      const sent = text(document[field]);
      const recorded = supplier[name];
      // Of a personal number the end is not shown, so two that look alike may differ.
      const isSame = key(sent) === key(recorded) && !recorded.includes('*');
      const found = findings.some(
        (finding) => finding.code === code || (finding.code === 'payee.unknown' && finding.path === field),
      );
      const outcome = found && !isSame ? (recorded === '' ? 'missing' : 'differs') : 'same';
      return { name, sent, recorded, outcome: sent === '' || (recorded === '' && !found) ? undefined : outcome };
    })
    .filter(({ sent, recorded }) => sent !== '' || recorded !== '');
}

/** The bank giro and post giro of the invoice that the record does not have. */
export const newAccounts = (invoice: Invoice): ComparedRow[] =>
  comparedRows(invoice).filter(
    ({ name, outcome }) => (name === 'bankGiro' || name === 'postGiro') && outcome !== undefined && outcome !== 'same',
  );

export const isAboutPayee = ({ findings }: Invoice): boolean => findings.some(({ code }) => code.startsWith('payee.'));

/** The findings that the record has no account at all, which nobody has dismissed. */
export const unknownAccounts = ({ findings }: Invoice) =>
  openOf(findings).filter(({ code }) => code === 'payee.unknown');
