import { writeNewFindings } from './run-store.ts';
import { audit, type Actor } from '../../audit/record.ts';
import { isHeld, type Finding } from '../../checks/judge.ts';
import type { InvoiceState } from '../../decisions/invoices.ts';
import { becomesHeld, voidApprovals } from '../../decisions/late-holds.ts';
import { newId } from '../../ground/db/ids.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';

export interface InvoiceFindings {
  id: string;
  state: InvoiceState;
  /** Only new ones. */
  findings: Finding[];
}

const holdsIn = (findings: readonly Finding[]): string[] => [
  ...new Set(findings.filter(({ severity }) => severity === 'hold').map(({ code }) => code)),
];

/**
 * Stores new findings. Invoices that these hold become held, approved ones too; a booked one keeps its state, and the
 * audit log names it. Returns the ids of those that became held. The transaction has locked the invoices and the
 * company's counters.
 */
export async function storeFindings(
  tx: Db,
  company: CompanyId,
  judged: readonly InvoiceFindings[],
  by: Actor,
  now: Date,
): Promise<string[]> {
  if (judged.length === 0) return [];
  const held = judged.filter(({ state, findings }) => becomesHeld(state, findings));
  for (const { id, findings } of held) await voidApprovals(tx, company, id, holdsIn(findings), by, now);
  const heldIds = held.map(({ id }) => id);
  const written = judged.map(({ id, findings }) => {
    const heldEventId = heldIds.includes(id) ? newId() : undefined;
    return { id, eventId: newId(), heldEventId, findings };
  });
  await writeNewFindings(tx, company, written, by, now);
  for (const { id, state, findings } of judged) {
    if (state !== 'booked' || !isHeld(findings)) continue;
    const subject = { subjectType: 'supplierinvoice', subjectId: id };
    const entry = { action: 'supplierinvoice.checked', ...subject, data: { heldFor: holdsIn(findings) } };
    await audit(tx, company, by, entry, now);
  }
  return heldIds;
}
