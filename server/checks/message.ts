import type { FindingCode } from '../../common/errors/findings.ts';
import type { Finding } from './rule.ts';

/**
 * A partner must not learn the contents of the supplier's record, of files that others attached, nor which invoices
 * others have sent. Null: the finding's own sentence has only what the partner sent itself.
 */
const discreetMessages: Record<FindingCode, string | null> = {
  'sum.line': null,
  'sum.total': null,
  'sum.vat': null,
  'payee.bankgiro': 'supplierBankGiro differs from the supplier’s record',
  'payee.postgiro': 'supplierPostGiro differs from the supplier’s record',
  'payee.organization': 'supplierOrganizationalNumber differs from the supplier’s record',
  'payee.name': 'supplierName differs from the supplier’s record',
  'payee.changed': 'the supplier’s record was changed a short time ago',
  'payee.blocked': 'the company has blocked this supplier',
  'payee.unknown': 'the supplier’s record has no account',
  'payee.twin': 'the supplier resembles another one, and the company has to confirm it',
  'payee.unreadable': 'an account field is not just an account number',
  'payee.field': 'a field names an account that is not in the supplier’s record',
  'payee.unread': null,
  'payee.first': 'the company has not confirmed the supplier’s account',
  'duplicate.number': 'the company has an invoice of this supplier with this number already',
  'duplicate.amount': 'the company has an invoice of this supplier with this total and date already',
  'duplicate.ocr': 'the company has an invoice of this supplier with this payment reference already',
  'duplicate.file': 'this file is on another invoice of this supplier',
  'document.account': 'a file names an account that is neither the invoice’s nor in the supplier’s record',
  'document.hidden': 'a file has text about an account that a person cannot see',
  'document.unread': 'a file could not be read wholly',
  'document.total': 'totalPrice is in none of the invoice’s files',
  'document.number': 'supplierInvoiceNumber is in none of the invoice’s files',
  'document.ocr': 'paymentReferenceOCR is in none of the invoice’s files',
  'number.bankgiro': null,
  'number.postgiro': null,
  'number.organization': null,
  'number.ocr': null,
  'date.due': null,
  'date.time': null,
  'credit.unknown': null,
  'currency.unknown': null,
  'text.cut': null,
  'missing.total': null,
  'missing.number': null,
  'missing.date': null,
  'missing.due': null,
  'missing.currency': null,
  'missing.lines': null,
  'missing.file': null,
};

/** A code that an earlier version stored may no longer be in the catalogue. */
const inside = ({ code, message }: Pick<Finding, 'code' | 'message'>): string =>
  (Object.hasOwn(discreetMessages, code) ? discreetMessages[code] : 'the company’s checks found something') ??
  message.replace(/^The /, 'the ').replace(/\.$/, '');

/** A finding as the partner that sent the invoice may know it. */
export type PartnerFinding = Pick<Finding, 'code' | 'severity' | 'path' | 'message'>;

/**
 * Without parameters and dismissed findings, and with sentences that reveal neither the supplier's record nor other
 * invoices.
 */
export const findingsForPartner = (findings: readonly (PartnerFinding & { dismissed?: unknown })[]): PartnerFinding[] =>
  findings
    .filter(({ dismissed }) => dismissed === undefined)
    .map(({ code, severity, path, message }) => ({
      code,
      severity,
      ...(path !== undefined && { path }),
      message: asSentence(inside({ code, message })),
    }));

/** A sentence that begins with the name of a field keeps it as it is. */
const asSentence = (text: string) =>
  `${text.replace(/^(?:the|this|an?) /, ([first = '', ...rest]) => first.toUpperCase() + rest.join(''))}.`;

/** For the header Doorway-Findings: each code once, in the order of the findings. */
export const findingCodesOf = (findings: readonly Pick<Finding, 'code'>[]): string | undefined =>
  findings.length === 0 ? undefined : [...new Set(findings.map(({ code }) => code))].join(',');

/**
 * Returns a sentence for the partner with a leading space, or an empty string. The findings must be sorted, gravest
 * first.
 */
export function findingsMessage(
  findings: readonly Finding[],
  tense: 'is' | 'would' = 'is',
  record: 'invoice' | 'supplier' | 'work order' = 'invoice',
): string {
  const [gravest] = findings;
  if (gravest === undefined) return '';
  const many = findings.length === 1 ? '1 finding' : `${findings.length} findings, the gravest`;
  const [has, isHeld] = tense === 'is' ? ['has', 'is held'] : ['would have', 'would be held'];
  const held = gravest.severity === 'hold' ? `, so it ${isHeld} until the company releases it` : '';
  return ` The ${record} ${has} ${many}: ${inside(gravest)}${held}.`;
}
