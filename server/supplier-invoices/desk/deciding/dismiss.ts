import { audit } from '../../../audit/record.ts';
import type { DecisionDeps } from '../../../decisions/decide.ts';
import { conflict, notFound } from '../../../errors/errors.ts';
import { repeated } from '../../../ground/db/batch.ts';
import { lockCounters } from '../../../events/counters.ts';
import { transaction, type CompanyId } from '../../../ground/db/pool.ts';
import type { Operator } from '../../../../common/permissions.ts';
import { lockFindings, writeDismissal, type Dismissal } from '../../checking/findings-store.ts';
import { dismissalObstacle } from '../../checking/finding-rules.ts';
import { newId } from '../../../ground/db/ids.ts';

/** The second of two concurrent dismissals is refused. */
export async function dismissFinding(
  { pool, followers }: DecisionDeps,
  company: CompanyId,
  operator: Operator,
  { id, place, reason, traceId }: Pick<Dismissal, 'id' | 'place' | 'reason' | 'traceId'>,
): Promise<void> {
  await repeated(() =>
    transaction(pool, async (tx) => {
      await lockCounters(tx, company);
      const invoice = await lockFindings(tx, company, id);
      const finding = invoice?.findings[place - 1];
      if (invoice === undefined || finding === undefined) throw notFound();
      const why = dismissalObstacle(invoice.state, finding);
      if (why !== undefined) throw conflict('decision.refused', { why });
      const now = new Date();
      const { code } = finding;
      await writeDismissal(tx, company, { id, place, code, reason, operator, traceId, eventId: newId() }, now);
      const subject = { subjectType: 'supplierinvoice', subjectId: id.toLowerCase() };
      const entry = { action: 'supplierinvoice.dismissed', ...subject, data: { code, place, reason } };
      await audit(tx, company, operator, entry, now);
    }),
  );
  followers.wake(company);
}
