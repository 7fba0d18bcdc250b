import type { CheckedInvoice } from './invoice.ts';
import type { Known, Need } from './known.ts';
import { severities, type Found, type Rule, type Severity } from './rule.ts';
import { severityOf, type Settings } from './settings.ts';

/** Something that looks wrong in an invoice that is accepted all the same. */
export interface Finding extends Found {
  severity: Severity;
}

interface InForce {
  rules: readonly Rule[];
  needs: ReadonlySet<Need>;
}

/** By rules and settings, which are never changed once they are made: every invoice asks again. */
const remembered = new WeakMap<readonly Rule[], WeakMap<Settings, InForce>>();
/** Stands for the settings of every company that has switched nothing off. */
const nothingOff: Settings = {};

function rememberedFor(rules: readonly Rule[], settings: Settings): InForce {
  const key = Object.values(settings).includes('off') ? settings : nothingOff;
  let bySettings = remembered.get(rules);
  if (bySettings === undefined) remembered.set(rules, (bySettings = new WeakMap()));
  let used = bySettings.get(key);
  if (used === undefined) {
    const kept = rules.filter(({ codes }) => codes.some((code) => settings[code] !== 'off'));
    bySettings.set(key, (used = { rules: kept, needs: new Set(kept.flatMap(({ needs }) => needs)) }));
  }
  return used;
}

/** The rules that a company has not switched off. */
export const inForce = (rules: readonly Rule[], settings: Settings): readonly Rule[] =>
  rememberedFor(rules, settings).rules;

/** What has to be known for the rules that are in force. */
export const needsOf = (rules: readonly Rule[], settings: Settings): ReadonlySet<Need> =>
  rememberedFor(rules, settings).needs;

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
