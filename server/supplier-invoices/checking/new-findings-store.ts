import { lockFindings, writeDismissal } from './findings-store.ts';
import { writeNewFindings } from './run-store.ts';
import { audit, theService, type Actor } from '../../audit/record.ts';
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

/** The service dismisses findings that files have ended; places count from 1. The transaction has locked the invoice and the counters. */
export async function endFindings(
  tx: Db,
  company: CompanyId,
  id: string,
  cured: readonly { code: string; place: number; fileName: string }[],
  now: Date,
): Promise<void> {
  for (const { code, place, fileName: reason } of cured) {
    await writeDismissal(tx, company, { id, place, code, reason, operator: theService, eventId: newId() }, now);
    const data = { code, place, reason };
    const entry = { action: 'supplierinvoice.dismissed', subjectType: 'supplierinvoice', subjectId: id, data };
    await audit(tx, company, theService, entry, now);
  }
}

/**
 * Any file ends the finding that there is none, unless it holds the invoice: then an operator releases it. The
 * transaction has locked the invoice and the counters.
 */
export async function endMissingFile(
  tx: Db,
  company: CompanyId,
  id: string,
  fileName: string,
  now: Date,
): Promise<void> {
  const { findings = [] } = (await lockFindings(tx, company, id)) ?? {};
  const cured = findings.flatMap(({ code, severity, dismissed }, at) =>
    code === 'missing.file' && severity !== 'hold' && dismissed === undefined
      ? [{ code, place: at + 1, fileName }]
      : [],
  );
  await endFindings(tx, company, id, cured, now);
}
