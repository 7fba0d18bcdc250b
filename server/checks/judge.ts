import type { CheckedInvoice } from './invoice.ts';
import type { InvoiceContext, Need } from './context.ts';
import { severities } from '../../common/errors/findings.ts';
import type { Finding, RawFinding, Rule } from './rule.ts';
import { severityOf, type Settings } from './settings.ts';

interface ActiveRules {
  rules: readonly Rule[];
  needs: ReadonlySet<Need>;
}

/** Cached because every invoice needs them. Rules and settings are never changed in place. */
const cache = new WeakMap<readonly Rule[], WeakMap<Settings, ActiveRules>>();
/** The shared cache key of all companies that have switched nothing off. */
const nothingOff: Settings = {};

function cachedFor(rules: readonly Rule[], settings: Settings): ActiveRules {
  const key = Object.values(settings).includes('off') ? settings : nothingOff;
  let bySettings = cache.get(rules);
  if (bySettings === undefined) cache.set(rules, (bySettings = new WeakMap()));
  let active = bySettings.get(key);
  if (active === undefined) {
    const on = rules.filter(({ codes }) => codes.some((code) => settings[code] !== 'off'));
    bySettings.set(key, (active = { rules: on, needs: new Set(on.flatMap(({ needs }) => needs)) }));
  }
  return active;
}

export const activeRules = (rules: readonly Rule[], settings: Settings): readonly Rule[] =>
  cachedFor(rules, settings).rules;

export const needsOf = (rules: readonly Rule[], settings: Settings): ReadonlySet<Need> =>
  cachedFor(rules, settings).needs;

/** Gravest first. */
export function judge(
  rules: readonly Rule[],
  invoice: CheckedInvoice,
  context: InvoiceContext,
  settings: Settings,
): Finding[] {
  const all: RawFinding[] = [];
  for (const rule of rules) for (const one of rule.find(invoice, context, settings)) all.push(one);
  return all.length === 0 ? [] : withSeverity(all, settings);
}

/** Drops findings that the company has switched off. Gravest first. */
export function withSeverity(raw: readonly RawFinding[], settings: Settings): Finding[] {
  const findings: Finding[] = [];
  for (const { usual, ...one } of raw) {
    const severity = severityOf(settings, one.code, usual);
    if (severity !== undefined) findings.push({ ...one, severity });
  }
  return findings.sort(byGravity);
}

const byGravity = (a: Finding, b: Finding) => severities.indexOf(b.severity) - severities.indexOf(a.severity);

export const isHeld = (findings: readonly Pick<Finding, 'severity'>[]) =>
  findings.some(({ severity }) => severity === 'hold');
