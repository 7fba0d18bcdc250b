import { concernsPayee } from '../../../../../common/errors/findings.ts';
import type { Invoice } from '../../../api/types.ts';
import { gradeOf } from '../../../shared/record/severity.tsx';
import { openOf } from '../findings/places.ts';

const payeeFields = [
  { name: 'name', sent: 'supplierName', code: 'payee.name' },
  { name: 'organizationalNumber', sent: 'supplierOrganizationalNumber', code: 'payee.organization' },
  { name: 'bankGiro', sent: 'supplierBankGiro', code: 'payee.bankgiro' },
  { name: 'postGiro', sent: 'supplierPostGiro', code: 'payee.postgiro' },
  { name: 'iban', sent: '', code: '' },
] as const;

export interface ComparedRow {
  name: (typeof payeeFields)[number]['name'];
  sent: string;
  recorded: string;
  outcome: 'differs' | 'missing' | 'same' | undefined;
  /** Of the finding about it. */
  grade: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const key = (value: string) => value.toLowerCase().replaceAll(/[^\p{L}\p{N}*]/gu, '');

/**
 * Payee fields of the invoice and the record. The findings decide whether two values differ, because names and numbers
 * are written in many ways. Values that have become equal since, by a change of the record, count as the same.
 */
export function comparedRows({ document, supplier, findings }: Invoice): ComparedRow[] {
  return payeeFields
    .map(({ name, sent: field, code }): ComparedRow => {
      const sent = text(document[field]);
      const recorded = supplier[name];
      // The last digits of personal numbers are masked, so two that look alike may differ.
      const isSame = key(sent) === key(recorded) && !recorded.includes('*');
      const finding = findings.find(
        (other) => other.code === code || (other.code === 'payee.unknown' && other.path === field),
      );
      const hasFinding = finding !== undefined;
      const grade = hasFinding ? gradeOf(finding) : 'warning';
      const outcome = hasFinding && !isSame ? (recorded === '' ? 'missing' : 'differs') : 'same';
      const isCompared = sent !== '' && (recorded !== '' || hasFinding);
      return { name, sent, recorded, outcome: isCompared ? outcome : undefined, grade };
    })
    .filter(({ sent, recorded }) => sent !== '' || recorded !== '');
}

export const newAccounts = (invoice: Invoice): ComparedRow[] =>
  comparedRows(invoice).filter(
    ({ name, outcome }) => (name === 'bankGiro' || name === 'postGiro') && outcome !== undefined && outcome !== 'same',
  );

export const isAboutPayee = ({ findings }: Invoice): boolean => findings.some(({ code }) => concernsPayee(code));

export const unknownAccounts = ({ findings }: Invoice) =>
  openOf(findings).filter(({ code }) => code === 'payee.unknown');
