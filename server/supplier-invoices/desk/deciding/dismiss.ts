import { audit } from '../../../audit/record.ts';
import type { DecisionDeps } from '../../../decisions/decide.ts';
import { conflict, notFound } from '../../../errors/errors.ts';
import type { CompanyId } from '../../../ground/db/pool.ts';
import type { Operator } from '../../../../common/permissions.ts';
import { lockFindings, writeDismissal } from '../../checking/findings-store.ts';
import { dismissalObstacle, duplicateOf, type StoredFinding } from '../../checking/finding-rules.ts';
import { lockedTransaction } from '../../../events/counters.ts';

type Choice = (finding: StoredFinding, place: number) => boolean;

export const atPlace =
  (place: number): Choice =>
  (_finding, at) =>
    at === place;

export const aboutDuplicate =
  (otherId: string): Choice =>
  (finding) =>
    duplicateOf(finding) === otherId.toLowerCase();

/** Dismisses all chosen findings that are open, or none. The second of two concurrent dismissals is refused. */
export async function dismissFindings(
  { pool, followers }: DecisionDeps,
  company: CompanyId,
  operator: Operator,
  { id, reason, traceId }: { id: string; reason: string; traceId: string },
  isChosen: Choice,
): Promise<void> {
  await lockedTransaction(pool, company, async (tx, now) => {
    const invoice = await lockFindings(tx, company, id);
    const chosen = (invoice?.findings ?? [])
      .map((finding, at) => ({ finding, place: at + 1 }))
      .filter(({ finding, place }) => isChosen(finding, place));
    if (invoice === undefined || chosen.length === 0) throw notFound();
    const findings = chosen.map(({ finding }) => finding);
    const why = dismissalObstacle(invoice.state, findings);
    if (why !== undefined) throw conflict('decision.refused', { why });
    const by = { id: operator.id, name: operator.name };
    for (const { finding, place } of chosen) {
      if (finding.dismissed !== undefined) continue;
      const { code } = finding;
      await writeDismissal(tx, company, id, { code, place, reason, by, traceId }, now);
      const data = { code, place, reason };
      const entry = { action: 'supplierinvoice.dismissed', subjectId: id.toLowerCase(), data };
      await audit(tx, company, operator, entry, now);
    }
  });
  followers.wake(company);
}
