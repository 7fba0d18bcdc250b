import { readWorkOrderRecord } from './queries.ts';
import type { WorkOrdersQuery } from './schemas.ts';
import { actionsFor } from '../../decisions/table.ts';
import { workOrderDecisions } from '../../decisions/work-orders.ts';
import type { ListSource } from '../../desk/lists.ts';
import { notFound } from '../../errors/errors.ts';
import { readTimeline } from '../../events/timeline.ts';
import type { CompanyId, Pool } from '../../ground/db/pool.ts';
import type { Role } from '../../../common/permissions.ts';
import { workOrderList, workOrdersWhere } from '../projection.ts';

export const listWorkOrders = async (pool: Pool, company: CompanyId, query: WorkOrdersQuery): Promise<ListSource> => ({
  list: workOrderList,
  where: await workOrdersWhere(pool, company, query),
});

/** Returns JSON text that contains the partner's document as stored, so that no digit is lost. */
/** `decisionSeq` is the decision that the reader has just made, even if somebody has made a later one. */
export async function readWorkOrder(
  pool: Pool,
  company: CompanyId,
  id: string,
  role: Role,
  decisionSeq?: number,
): Promise<string> {
  const record = await readWorkOrderRecord(pool, company, id);
  if (record === undefined) throw notFound();
  const { document, decidedAt: _at, decidedBy: _by, reason: _reason, ...rest } = record;
  const timeline = await readTimeline(pool, company, 'workorder', record);
  const around = JSON.stringify({
    ...rest,
    decisionSeq: decisionSeq ?? rest.decisionSeq,
    timeline,
    actions: actionsFor(workOrderDecisions, ['done', 'cancel', 'reopen'], rest.state, role),
  });
  return `${around.slice(0, -1)},"document":${document}}`;
}
