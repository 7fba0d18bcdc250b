import type { CheckedInvoice } from '../../checks/invoice.ts';
import { explainInSteps, explainSums } from '../../checks/sums/explain.ts';
import type { Sums } from '../../checks/sums/amounts.ts';
import { inSlices } from '../../ground/scheduling/slices.ts';

/** Explaining this many lines takes so long that it must pause for other requests. */
export const hasManyLines = ({ lines }: CheckedInvoice): boolean => lines.length > 250;

export async function explainInTurns(invoice: CheckedInvoice, caller?: string): Promise<Sums | undefined> {
  if (hasManyLines(invoice)) for await (const _ of inSlices(explainInSteps(invoice), caller));
  return explainSums(invoice).sums;
}
