import type { CheckedInvoice } from '../../checks/invoice.ts';
import { explainInSteps, explainSums } from '../../checks/sums/explain.ts';
import type { Sums } from '../../checks/sums/sums.ts';
import { inSlices } from '../../ground/scheduling/slices.ts';

/** Whether to explain the sums of an invoice takes so long that other requests are served in between. */
export const hasManyLines = ({ lines }: CheckedInvoice): boolean => lines.length > 250;

/** How the sums of an invoice are read; undefined if there is nothing to read. The rules find it explained. */
export async function explainInTurns(invoice: CheckedInvoice): Promise<Sums | undefined> {
  if (hasManyLines(invoice)) for await (const _ of inSlices(explainInSteps(invoice)));
  return explainSums(invoice).sums;
}
