import { v7 as uuidv7 } from 'uuid';
import { audit } from '../../../audit/record.ts';
import type { DecisionDeps } from '../../../decisions/decide.ts';
import { conflict, notFound } from '../../../errors/errors.ts';
import type { ObstacleCode } from '../../../../common/errors/notices.ts';
import { repeated } from '../../../ground/db/batch.ts';
import { lockCounters } from '../../../events/counters.ts';
import { transaction, type CompanyId } from '../../../ground/db/pool.ts';
import type { Operator } from '../../../operators/permissions.ts';
import {
  lockFindings,
  writeDismissal,
  type InvoiceWithFindings,
  type KeptFinding,
} from '../../checking/findings-store.ts';

interface Dismissal {
  /** From 1. */
  place: number;
  reason: string;
  /** Of the operator's request. */
  traceId: string;
}

/** Says of a finding that it is no mistake. Of two who do so at once the second is told. */
export async function dismissFinding(
  { pool, followers }: DecisionDeps,
  company: CompanyId,
  operator: Operator,
  id: string,
  { place, reason, traceId }: Dismissal,
): Promise<void> {
  await repeated(() =>
    transaction(pool, async (tx) => {
      await lockCounters(tx, company);
      const invoice = await lockFindings(tx, company, id);
      const finding = invoice?.findings[place - 1];
      if (invoice === undefined || finding === undefined) throw notFound();
      const why = obstacleTo(invoice, finding);
      if (why !== undefined) throw conflict('decision.refused', { why });
      const now = new Date();
      const { code } = finding;
      await writeDismissal(tx, company, { id, place, code, reason, operator, traceId, eventId: uuidv7() }, now);
      const subject = { subjectType: 'supplierinvoice', subjectId: id.toLowerCase() };
      const entry = { action: 'supplierinvoice.dismissed', ...subject, data: { code, place, reason } };
      await audit(tx, company, operator, entry, now);
    }),
  );
  followers.wake(company);
}

/** What holds an invoice goes away with a release by another pair of eyes, and not one by one. */
function obstacleTo({ state }: InvoiceWithFindings, { severity, dismissed }: KeptFinding): ObstacleCode | undefined {
  if (dismissed !== undefined) return 'finding.dismissed';
  return state === 'held' && severity === 'hold' ? 'finding.held' : undefined;
}
