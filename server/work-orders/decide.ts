import {
  allowedTransition,
  decide,
  detailsOf,
  requireLatest,
  type DecisionDeps,
  type DecisionRequest,
} from '../decisions/decide.ts';
import { readLatestDecision, recordDecisions } from '../decisions/store.ts';
import { workOrderDecisions, type WorkOrderDecision, type WorkOrderState } from '../decisions/work-orders.ts';
import { notFound } from '../errors/errors.ts';
import { type CompanyId, type Db, rowOf } from '../ground/db/pool.ts';

/** `takenBack` is the decision that a reopening names; null if its event is no longer kept. */
export const decideWorkOrder = (
  deps: DecisionDeps,
  request: DecisionRequest,
  decision: WorkOrderDecision,
  takenBack: number | null,
) =>
  decide(deps, request.company, async (tx, now) => {
    const { company, id, reason } = request;
    const order = await lockWorkOrder(tx, company, id);
    if (order === undefined) throw notFound();
    const { state, ...ofEvent } = order;
    if (decision === 'reopen') await requireLatest(tx, company, id, takenBack);
    const details = state === 'open' ? {} : detailsOf(await readLatestDecision(tx, company, id));
    const transition = allowedTransition(workOrderDecisions, state, decision, reason, details);
    const records = [{ id: order.workOrderId, ofEvent }];
    return recordDecisions(tx, 'workorder', { ...request, transition }, records, now);
  });

/** The state, and the fields that every event about it has. */
interface LockedWorkOrder {
  state: WorkOrderState;
  workOrderId: string;
  reference: string;
  title: string;
  projectId: string;
  partnerId: string;
  partnerName: string;
}

/** Locks it until the transaction ends. */
const lockWorkOrder = (tx: Db, company: CompanyId, id: string): Promise<LockedWorkOrder | undefined> =>
  rowOf(tx, {
    name: 'lock-work-order',
    text: `SELECT state, id AS "workOrderId", reference, title, project_id AS "projectId", partner_id AS "partnerId",
                  (SELECT name FROM partners WHERE partners.company_id = $1 AND partners.id = partner_id) AS "partnerName"
           FROM work_orders WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    values: [company, id],
  });
