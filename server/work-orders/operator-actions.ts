import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/record.ts';
import { repeated } from '../db/batch.ts';
import { transaction, type CompanyId, type Pool } from '../db/pool.ts';
import { conflict, notFound } from '../errors.ts';
import { readTimeline } from '../events/timeline.ts';
import type { Operator } from '../http/operator-auth.ts';
import { actionsFor, stateAfter, type WorkOrderDecision } from './operator-rules.ts';
import { lockState, readWorkOrderRecord, writeDecision } from './operator-store.ts';

/** The whole work order as JSON text: what the partner sent is put in as it is stored, so that no digit is lost. */
export async function readWorkOrder(pool: Pool, company: CompanyId, id: string, mayDecide: boolean): Promise<string> {
  const record = await readWorkOrderRecord(pool, company, id);
  if (record === undefined) throw notFound();
  const { document, ...rest } = record;
  const timeline = await readTimeline(pool, company, 'workorder', rest);
  const around = JSON.stringify({ ...rest, timeline, actions: actionsFor(rest.state, mayDecide) });
  return `${around.slice(0, -1)},"document":${document}}`;
}

export interface Verdict {
  decision: WorkOrderDecision;
  reason: string | undefined;
}

/** Of two who decide at once the second waits for the first and is told what was decided. */
export function decideWorkOrder(pool: Pool, company: CompanyId, operator: Operator, id: string, { decision, reason }: Verdict): Promise<void> {
  const state = stateAfter[decision];
  return repeated(() =>
    transaction(pool, async (tx) => {
      const before = await lockState(tx, company, id);
      if (before === undefined) throw notFound();
      const { allowed, why } = actionsFor(before)[decision];
      if (!allowed) throw conflict(why as string);
      const now = new Date();
      await audit(tx, company, operator, { action: `workorder.${state}`, subjectType: 'workorder', subjectId: id.toLowerCase(), data: { reason } }, now);
      await writeDecision(tx, company, { id, state, reason, operator, eventId: uuidv7() }, now);
    }),
  );
}
