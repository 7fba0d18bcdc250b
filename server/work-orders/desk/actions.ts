import { lockState, readWorkOrderRecord, writeDecision } from './queries.ts';
import { actionsFor, stateAfter, type WorkOrderDecision } from './rules.ts';
import { decide, type Verdict } from '../../desk/decide.ts';
import { notFound } from '../../errors/errors.ts';
import { readTimeline } from '../../events/timeline.ts';
import type { CompanyId, Pool } from '../../ground/db/pool.ts';
import type { Operator } from '../../operators/permissions.ts';

/** The whole work order as JSON text: what the partner sent is put in as it is stored, so that no digit is lost. */
export async function readWorkOrder(pool: Pool, company: CompanyId, id: string, mayDecide: boolean): Promise<string> {
  const record = await readWorkOrderRecord(pool, company, id);
  if (record === undefined) throw notFound();
  const { document, decidedAt: _at, decidedBy: _by, reason: _reason, ...rest } = record;
  const timeline = await readTimeline(pool, company, 'workorder', record);
  const around = JSON.stringify({ ...rest, timeline, actions: actionsFor(rest.state, mayDecide) });
  return `${around.slice(0, -1)},"document":${document}}`;
}

const decided = { kind: 'workorder', lockState, actionsFor, stateAfter, write: writeDecision } as const;

export const decideWorkOrder = (
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  id: string,
  verdict: Verdict<WorkOrderDecision>,
): Promise<void> => decide(pool, decided, company, operator, id, verdict);
