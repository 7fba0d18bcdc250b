import type { Asked, Told, ToldOfAll } from './known-store.ts';
import { inForce, isHeld, judge, type Finding } from '../checks/judge.ts';
import type { CheckedInvoice } from '../checks/invoice.ts';
import type { EarlierInvoice, InvoiceKeys } from '../checks/known.ts';
import { rules } from '../checks/rules.ts';

/** An invoice that is about to be stored. */
export interface Arriving extends Asked {
  id: string;
  checked: CheckedInvoice;
}

/** What came of looking at one of them. */
export interface Judged<I> {
  invoice: I;
  findings: Finding[];
  isHeld: boolean;
  payeeVersion: number | undefined;
}

const kinds = ['number', 'amount', 'ocr'] as const satisfies (keyof InvoiceKeys)[];

/**
 * Judges invoices that arrive together, in the order in which they will be stored: each is an earlier one to those after it. Those whose
 * supplier does not exist, or whose reference is taken, will not be stored and are left out.
 */
export function judgeArriving<I extends Arriving>(
  arriving: readonly I[],
  { needs, settings, invoices }: ToldOfAll,
  at: Date,
): Judged<I>[] {
  const used = inForce(rules, settings);
  const before = new Map<string, EarlierInvoice>();
  const references = new Set<string>();
  return arriving.flatMap((invoice, place) => {
    const { isTaken, supplier, payeeVersion, ...told } = invoices[place] as Told;
    const reference = `${invoice.partnerId} ${invoice.externalReferenceId}`;
    if (isTaken || references.has(reference) || (needs.has('supplier') && supplier === undefined)) return [];
    references.add(reference);
    const nameOf = (kind: keyof InvoiceKeys, key: string, supplierNumber = invoice.supplierNumber) =>
      `${kind} ${key} ${supplierNumber}`;
    const keys = kinds.flatMap((kind) =>
      invoice.keys[kind] === undefined ? [] : [[kind, nameOf(kind, invoice.keys[kind])] as const],
    );
    const earlier = { ...told.earlier };
    for (const [kind, name] of keys) earlier[kind] ??= before.get(name);
    for (const { number } of told.alike)
      for (const [kind] of keys) earlier[kind] ??= before.get(nameOf(kind, invoice.keys[kind] as string, number));
    const isCreditedKnown =
      told.isCreditedKnown === false ? before.has(nameOf('number', invoice.credits as string)) : told.isCreditedKnown;
    const findings = judge(
      used,
      invoice.checked,
      { at, supplier, alike: told.alike, earlier, isCreditedKnown },
      settings,
    );
    for (const [, name] of keys) if (!before.has(name)) before.set(name, { id: invoice.id, keys: invoice.keys });
    return [{ invoice, findings, isHeld: isHeld(findings), payeeVersion }];
  });
}
