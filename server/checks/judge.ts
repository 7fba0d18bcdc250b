import type { CheckedInvoice } from './invoice.ts';
import type { Known, Need } from './known.ts';
import { severities, type Found, type Rule, type Severity } from './rule.ts';
import { severityOf, type Settings } from './settings.ts';

/** Something that looks wrong in an invoice that is accepted all the same. */
export interface Finding extends Found {
  severity: Severity;
}

const isOn = (settings: Settings) => (rule: Rule) => rule.codes.some((code) => settings[code] !== 'off');

/** What has to be known for the rules that are in force. */
export const needsOf = (rules: readonly Rule[], settings: Settings): ReadonlySet<Need> =>
  new Set(rules.filter(isOn(settings)).flatMap(({ needs }) => needs));

/** What looks wrong in an invoice, the gravest first. */
export function judge(rules: readonly Rule[], invoice: CheckedInvoice, known: Known, settings: Settings): Finding[] {
  const findings: Finding[] = [];
  for (const rule of rules)
    if (isOn(settings)(rule)) for (const found of rule.find(invoice, known)) addTo(findings, found, settings);
  return findings.length < 2 ? findings : findings.sort(byGravity);
}

function addTo(findings: Finding[], found: Found, settings: Settings): void {
  const severity = severityOf(settings, found.code);
  if (severity !== undefined) findings.push({ ...found, severity });
}

const byGravity = (a: Finding, b: Finding) => severities.indexOf(b.severity) - severities.indexOf(a.severity);

export const isHeld = (findings: readonly Pick<Finding, 'severity'>[]) =>
  findings.some(({ severity }) => severity === 'hold');
