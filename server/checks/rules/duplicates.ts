import { keysOf } from '../keys.ts';
import type { InvoiceKeys } from '../known.ts';
import { found, type Rule } from '../rule.ts';

/** What two invoices of a supplier may have in common. */
export type Reason = keyof InvoiceKeys | 'file';

/** How likely two invoices are different ones, in per cent, although they have it in common. */
const doubts: Readonly<Record<Reason, number>> = { number: 20, amount: 50, ocr: 40, file: 5 };

/** How likely two invoices are the same one, in per cent. */
export const scoreOf = (reasons: readonly Reason[]): number =>
  Math.round(100 - reasons.reduce((doubt, reason) => (doubt * doubts[reason]) / 100, 100));

const kinds = [
  { code: 'duplicate.number', kind: 'number', path: 'supplierInvoiceNumber' },
  { code: 'duplicate.amount', kind: 'amount', path: 'totalPrice' },
  { code: 'duplicate.ocr', kind: 'ocr', path: 'paymentReferenceOCR' },
] as const;

/** An invoice that the supplier may have sent before. Each is a rule of its own, so that what is switched off is not looked for. */
export const duplicateRules: readonly Rule[] = kinds.map(({ code, kind, path }) => ({
  codes: [code],
  needs: [kind, 'alike'],
  find: (invoice, { earlier }) => {
    const same = earlier?.[kind];
    if (same === undefined) return [];
    const reasons = reasonsOf(keysOf(invoice), same.keys);
    return [found(code, { earlier: same.id, score: scoreOf(reasons), reasons }, path)];
  },
}));

/** All that two invoices have in common. */
export const reasonsOf = (own: InvoiceKeys, others: InvoiceKeys): (keyof InvoiceKeys)[] =>
  kinds.map(({ kind }) => kind).filter((kind) => own[kind] !== undefined && own[kind] === others[kind]);
