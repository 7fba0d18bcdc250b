import { short } from '../../../common/errors/words.ts';
import { keysOf } from '../keys.ts';
import type { InvoiceKeys } from '../context.ts';
import { rawFinding, type RawFinding, type Rule } from '../rule.ts';

export type Reason = keyof InvoiceKeys | 'file';

/** The probability, in per cent, that two invoices with the same value are different invoices. */
const doubts: Readonly<Record<Reason, number>> = { number: 20, amount: 50, ocr: 40, file: 5 };

export const scoreOf = (reasons: readonly Reason[]): number =>
  Math.round(100 - reasons.reduce((doubt, reason) => (doubt * doubts[reason]) / 100, 100));

const kinds = [
  { code: 'duplicate.number', kind: 'number', path: 'supplierInvoiceNumber' },
  { code: 'duplicate.amount', kind: 'amount', path: 'totalPrice' },
  { code: 'duplicate.ocr', kind: 'ocr', path: 'paymentReferenceOCR' },
] as const;

/** One rule per key, so that a rule that is off causes no reading. */
export const duplicateRules: readonly Rule[] = kinds.map(({ code, kind, path }) => ({
  codes: [code],
  needs: [kind, 'alike'],
  find: (invoice, { earlier }) => {
    const same = earlier?.[kind];
    if (same === undefined) return [];
    const reasons = reasonsOf(keysOf(invoice), same.keys);
    return [rawFinding(code, { earlier: same.id, score: scoreOf(reasons), reasons }, path)];
  },
}));

const reasonsOf = (own: InvoiceKeys, others: InvoiceKeys): (keyof InvoiceKeys)[] =>
  kinds.map(({ kind }) => kind).filter((kind) => own[kind] !== undefined && own[kind] === others[kind]);

export function sameFile(
  { earlier, earlierKeys, keys }: { earlier: string; earlierKeys: InvoiceKeys; keys: InvoiceKeys },
  fileName: string,
): RawFinding {
  const reasons = ['file', ...reasonsOf(keys, earlierKeys)] as const;
  return rawFinding('duplicate.file', { earlier, score: scoreOf(reasons), reasons, fileName: short(fileName) });
}
