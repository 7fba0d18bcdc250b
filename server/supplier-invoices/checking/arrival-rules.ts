import { activeRules, isHeld, judge } from '../../checks/judge.ts';
import type { Finding } from '../../checks/rule.ts';
import type { CheckedInvoice } from '../../checks/invoice.ts';
import type { CheckedSupplier, EarlierInvoice, InvoiceKeys } from '../../checks/context.ts';
import { rules } from '../../checks/rules.ts';
import type { Settings } from '../../checks/settings.ts';
import type { BatchContext, ContextQuery, LoadedContext } from './context.ts';

export interface ArrivingInvoice extends ContextQuery {
  id: string;
  checked: CheckedInvoice;
  key: { key: string } | undefined;
}

export interface Judgement<I> {
  invoice: I;
  findings: Finding[];
  isHeld: boolean;
}

export interface CompanyContext {
  version: string;
  settings: Settings;
  /** The database's clock. */
  clock: () => Date;
  zone: string;
  /** Only suppliers without look-alikes. */
  suppliers: ReadonlyMap<string, CheckedSupplier>;
}

const kinds = ['number', 'amount', 'ocr'] as const satisfies (keyof InvoiceKeys)[];

const identitiesOf = ({ partnerId, externalReferenceId, key }: ArrivingInvoice) =>
  key === undefined
    ? [`reference ${partnerId} ${externalReferenceId}`]
    : [`reference ${partnerId} ${externalReferenceId}`, `key ${partnerId} ${key.key}`];
const likeness = (kind: keyof InvoiceKeys, key: string, supplierNumber: string) => `${kind} ${key} ${supplierNumber}`;

/**
 * Judges a batch without reading earlier invoices. Leaves out invoices that need more context: credit notes, invoices
 * of suppliers that are not cached, and likely duplicates within the batch.
 */
export function judgeByCachedContext<I extends ArrivingInvoice>(
  arriving: readonly I[],
  { settings, clock, zone, suppliers }: CompanyContext,
): Judgement<I>[] {
  const at = clock();
  const active = activeRules(rules, settings);
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
    const findings = judge(active, invoice.checked, { at, zone, supplier, alike: [], earlier: {} }, settings);
    judged.push({ invoice, findings, isHeld: isHeld(findings) });
  }
  return judged;
}

/**
 * Judges a batch in the order of storing, so that each invoice counts as earlier for those after it. Leaves out
 * invoices that will not be stored: their supplier does not exist, or their reference or key is taken.
 */
export function judgeArriving<I extends ArrivingInvoice>(
  arriving: readonly I[],
  { settings, clock, zone, invoices }: BatchContext,
): Judgement<I>[] {
  const at = clock();
  const active = activeRules(rules, settings);
  const before = new Map<string, EarlierInvoice>();
  const taken = new Set<string>();
  return arriving.flatMap((invoice, index) => {
    const { isTaken, supplier, ...context } = invoices[index] as LoadedContext;
    const names = identitiesOf(invoice);
    if (isTaken || supplier === undefined || names.some((name) => taken.has(name))) return [];
    for (const name of names) taken.add(name);
    const keys = kinds.flatMap((kind) =>
      invoice.keys[kind] === undefined
        ? []
        : [[kind, likeness(kind, invoice.keys[kind], invoice.supplierNumber)] as const],
    );
    const earlier = { ...context.earlier };
    for (const [kind, name] of keys) earlier[kind] ??= before.get(name);
    for (const { number } of context.alike)
      for (const [kind] of keys) earlier[kind] ??= before.get(likeness(kind, invoice.keys[kind] as string, number));
    const isCreditedKnown =
      context.isCreditedKnown === false
        ? before.has(likeness('number', invoice.credits as string, invoice.supplierNumber))
        : context.isCreditedKnown;
    const findings = judge(
      active,
      invoice.checked,
      { at, zone, supplier, alike: context.alike, earlier, isCreditedKnown },
      settings,
    );
    for (const [, name] of keys) if (!before.has(name)) before.set(name, { id: invoice.id, keys: invoice.keys });
    return [{ invoice, findings, isHeld: isHeld(findings) }];
  });
}
