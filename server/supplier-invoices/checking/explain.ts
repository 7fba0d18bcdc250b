import type { CheckedInvoice } from '../../checks/invoice.ts';
import { explainInSteps, explainSums } from '../../checks/sums/explain.ts';
import type { Sums } from '../../checks/sums/sums.ts';
import { inSlices } from '../../ground/scheduling/slices.ts';

/** Whether the explanation must pause to let other requests be served. */
export const hasManyLines = ({ lines }: CheckedInvoice): boolean => lines.length > 250;

/** Undefined if there are no sums to read. The result is cached on the invoice for the rules. */
export async function explainInTurns(invoice: CheckedInvoice): Promise<Sums | undefined> {
  if (hasManyLines(invoice)) for await (const _ of inSlices(explainInSteps(invoice)));
  return explainSums(invoice).sums;
}
