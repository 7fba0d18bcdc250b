import type { ContextQuery, LoadedContext, BatchContext } from './context-store.ts';
import { activeRules, isHeld, judge, type Finding } from '../../checks/judge.ts';
import type { CheckedInvoice } from '../../checks/invoice.ts';
import type { EarlierInvoice, InvoiceKeys, CheckedSupplier } from '../../checks/context.ts';
import { rules } from '../../checks/rules.ts';
import type { InvoiceState } from '../../decisions/invoices.ts';
import type { ObstacleCode } from '../../../common/errors/notices.ts';
import type { Settings } from '../../checks/settings.ts';
import type { IdempotencyKey } from '../../idempotency/store.ts';

/** An invoice that is about to be stored. */
export interface ArrivingInvoice extends ContextQuery {
  id: string;
  checked: CheckedInvoice;
  /** The Idempotency-Key of its request. */
  key: IdempotencyKey | undefined;
}

/** An invoice with what was found in it. */
export interface Judgement<I> {
  invoice: I;
  findings: Finding[];
  isHeld: boolean;
}

/** All that invoices of a company are judged by, apart from other invoices, as of one judging version. */
export interface CompanyContext {
  version: string;
  settings: Settings;
  /** Only suppliers that no other one looks like. */
  suppliers: ReadonlyMap<string, CheckedSupplier>;
}

const kinds = ['number', 'amount', 'ocr'] as const satisfies (keyof InvoiceKeys)[];

/** Findings are only ever added, so that the place of one, from 1, never changes. */
export interface StoredFinding extends Finding {
  dismissed?: { at: string; by: { id: string; name: string }; reason: string };
}

/** An invoice's findings, and which of them the last release accepted. */
export interface ReleaseHistory {
  findings: StoredFinding[];
  releasedAt: Date | null;
  /** How many findings it had then; null for releases that did not record it, which accepted all. */
  releasedFindings: number | null;
}

/** A finding that holds an invoice goes away with the release, which another operator must make. */
export function dismissalObstacle(
  state: InvoiceState,
  { severity, dismissed }: StoredFinding,
): ObstacleCode | undefined {
  if (dismissed !== undefined) return 'finding.dismissed';
  return state === 'held' && severity === 'hold' ? 'finding.held' : undefined;
}

/** What no two stored invoices share. */
const identitiesOf = ({ partnerId, externalReferenceId, key }: ArrivingInvoice) =>
  key === undefined
    ? [`reference ${partnerId} ${externalReferenceId}`]
    : [`reference ${partnerId} ${externalReferenceId}`, `key ${partnerId} ${key.key}`];
const likeness = (kind: keyof InvoiceKeys, key: string, supplierNumber: string) => `${kind} ${key} ${supplierNumber}`;

/**
 * Judges invoices that arrive together, without looking for earlier ones. Left out are those for which more has to be known: a credit note,
 * one of a supplier that is not remembered, and one that is like another that came with it.
 */
export function judgeUnlike<I extends ArrivingInvoice>(
  arriving: readonly I[],
  { settings, suppliers }: CompanyContext,
  at: Date,
): Judgement<I>[] {
  const used = activeRules(rules, settings);
  const taken = new Set<string>();
  const judged: Judgement<I>[] = [];
  for (const invoice of arriving) {
    const { supplierNumber, keys, credits } = invoice;
    const supplier = suppliers.get(supplierNumber);
    if (supplier === undefined || credits !== undefined) continue;
    const names = identitiesOf(invoice);
    for (const kind of kinds) if (keys[kind] !== undefined) names.push(likeness(kind, keys[kind], supplierNumber));
    if (names.some((name) => taken.has(name))) continue;
    for (const name of names) taken.add(name);
    const findings = judge(used, invoice.checked, { at, supplier, alike: [], earlier: {} }, settings);
    judged.push({ invoice, findings, isHeld: isHeld(findings) });
  }
  return judged;
}

/**
 * Judges invoices that arrive together, in the order in which they will be stored: each is an earlier one to those after it. Those whose
 * supplier does not exist, or whose reference or key is taken, will not be stored and are left out.
 */
export function judgeArriving<I extends ArrivingInvoice>(
  arriving: readonly I[],
  { settings, invoices }: BatchContext,
  at: Date,
): Judgement<I>[] {
  const used = activeRules(rules, settings);
  const before = new Map<string, EarlierInvoice>();
  const taken = new Set<string>();
  return arriving.flatMap((invoice, place) => {
    const { isTaken, supplier, ...told } = invoices[place] as LoadedContext;
    const names = identitiesOf(invoice);
    if (isTaken || supplier === undefined || names.some((name) => taken.has(name))) return [];
    for (const name of names) taken.add(name);
    const keys = kinds.flatMap((kind) =>
      invoice.keys[kind] === undefined
        ? []
        : [[kind, likeness(kind, invoice.keys[kind], invoice.supplierNumber)] as const],
    );
    const earlier = { ...told.earlier };
    for (const [kind, name] of keys) earlier[kind] ??= before.get(name);
    for (const { number } of told.alike)
      for (const [kind] of keys) earlier[kind] ??= before.get(likeness(kind, invoice.keys[kind] as string, number));
    const isCreditedKnown =
      told.isCreditedKnown === false
        ? before.has(likeness('number', invoice.credits as string, invoice.supplierNumber))
        : told.isCreditedKnown;
    const findings = judge(
      used,
      invoice.checked,
      { at, supplier, alike: told.alike, earlier, isCreditedKnown },
      settings,
    );
    for (const [, name] of keys) if (!before.has(name)) before.set(name, { id: invoice.id, keys: invoice.keys });
    return [{ invoice, findings, isHeld: isHeld(findings) }];
  });
}
