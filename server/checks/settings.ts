import type { FindingCode } from '../errors/findings.ts';
import type { Severity } from './rule.ts';

/** How grave a finding is, unless the company says otherwise. */
export const usualSeverity: Readonly<Record<FindingCode, Severity>> = {
  'sum.line': 'warning',
  'sum.total': 'warning',
  'sum.vat': 'warning',
  'payee.bankgiro': 'hold',
  'payee.postgiro': 'hold',
  'payee.organization': 'hold',
  'payee.name': 'hold',
  'payee.changed': 'hold',
  'payee.blocked': 'hold',
  'payee.unknown': 'warning',
  'duplicate.number': 'warning',
  'duplicate.amount': 'warning',
  'duplicate.ocr': 'warning',
  'duplicate.file': 'warning',
  'number.bankgiro': 'warning',
  'number.postgiro': 'warning',
  'number.organization': 'warning',
  'number.ocr': 'warning',
  'date.due': 'warning',
  'date.time': 'info',
  'credit.unknown': 'warning',
  'currency.unknown': 'warning',
};

/** What a company chose for a rule: not to look, or to hold whatever it finds. What is not named is as usual. */
export const choices = ['off', 'hold'] as const;
export type Choice = (typeof choices)[number];
export type Settings = Readonly<Partial<Record<FindingCode, Choice>>>;

/** What a company may say of a rule. */
export const settings = ['usual', ...choices] as const;
export type Setting = (typeof settings)[number];

/** Undefined where the company has switched the rule off. */
export const severityOf = (settings: Settings, code: FindingCode): Severity | undefined => {
  const choice = settings[code];
  return choice === 'off' ? undefined : (choice ?? usualSeverity[code]);
};
