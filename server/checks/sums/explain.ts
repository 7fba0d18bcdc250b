import type { CheckedInvoice } from '../invoice.ts';
import type { Sums } from './sums.ts';
export const explainSums = (_invoice: CheckedInvoice): { sums: Sums | undefined } => ({ sums: undefined });
