import { readWorkOrderRecord } from './queries.ts';
import { actionsFor } from './rules.ts';
import type { Decided } from '../../desk/decide.ts';
import { notFound } from '../../errors/errors.ts';
import { readTimeline } from '../../events/timeline.ts';
import type { CompanyId, Pool } from '../../ground/db/pool.ts';
import type { Role } from '../../operators/permissions.ts';
import { lockState, writeDecision } from '../decision-store.ts';
import { workOrderDecisions, type WorkOrderDecision, type WorkOrderState } from '../states.ts';

/** The whole work order as JSON text: what the partner sent is put in as it is stored, so that no digit is lost. */
export async function readWorkOrder(pool: Pool, company: CompanyId, id: string, role: Role): Promise<string> {
  const record = await readWorkOrderRecord(pool, company, id);
  if (record === undefined) throw notFound();
  const { document, decidedAt: _at, decidedBy: _by, reason: _reason, ...rest } = record;
  const timeline = await readTimeline(pool, company, 'workorder', record);
  const around = JSON.stringify({ ...rest, timeline, actions: actionsFor(rest.state, role) });
  return `${around.slice(0, -1)},"document":${document}}`;
}

/** What deciding about a work order takes. */
export const decidedWorkOrders: Decided<WorkOrderState, WorkOrderDecision> = {
  decisions: workOrderDecisions,
  lockState,
  writeDecision,
};
