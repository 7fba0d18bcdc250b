import type { CheckedInvoice } from './invoice.ts';
import type { Known, Need } from './known.ts';
import { severities, type Found, type Rule, type Severity } from './rule.ts';
import { severityOf, type Settings } from './settings.ts';

/** Something that looks wrong in an invoice that is accepted all the same. */
export interface Finding extends Found {
  severity: Severity;
}

/** The rules that a company has not switched off. */
export const inForce = (rules: readonly Rule[], settings: Settings): Rule[] =>
  rules.filter(({ codes }) => codes.some((code) => settings[code] !== 'off'));

/** What has to be known for the rules that are in force. */
export const needsOf = (rules: readonly Rule[], settings: Settings): ReadonlySet<Need> =>
  new Set(inForce(rules, settings).flatMap(({ needs }) => needs));

/** What looks wrong in an invoice by some rules, the gravest first. */
export function judge(rules: readonly Rule[], invoice: CheckedInvoice, known: Known, settings: Settings): Finding[] {
  const all: Found[] = [];
  for (const rule of rules) for (const one of rule.find(invoice, known)) all.push(one);
  return all.length === 0 ? [] : withSeverity(all, settings);
}

/** What a company wants to be told of what was found, the gravest first. */
export function withSeverity(found: readonly Found[], settings: Settings): Finding[] {
  const findings: Finding[] = [];
  for (const { usual, ...one } of found) {
    const severity = severityOf(settings, one.code, usual);
    if (severity !== undefined) findings.push({ ...one, severity });
  }
  return findings.sort(byGravity);
}

const byGravity = (a: Finding, b: Finding) => severities.indexOf(b.severity) - severities.indexOf(a.severity);

export const isHeld = (findings: readonly Pick<Finding, 'severity'>[]) =>
  findings.some(({ severity }) => severity === 'hold');
