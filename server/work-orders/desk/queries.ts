import { type CompanyId, type Db, rowOf } from '../../ground/db/pool.ts';
import type { WorkOrderState } from '../../decisions/work-orders.ts';
import { latestDecisionSeq } from '../../decisions/store.ts';
import { sentToPartner } from '../../webhooks/store.ts';
import { workOrderColumns } from '../store.ts';

export interface WorkOrderRecord {
  id: string;
  reference: string;
  title: string;
  state: WorkOrderState;
  project: { id: string; number: string; name: string };
  facilityNumber: string;
  facilityName: string | null;
  description: string | null;
  partner: string;
  createdAt: Date;
  decisionSeq: number | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
  /** The types of decisions that a webhook endpoint of its partner receives. */
  sentToPartner: string[];
  /** JSON text, which keeps every digit. */
  document: string;
}

const sentDecisions = sentToPartner('work_orders', ['workorder.done', 'workorder.cancelled', 'workorder.reopened']);

export const readWorkOrderRecord = (db: Db, company: CompanyId, id: string): Promise<WorkOrderRecord | undefined> =>
  rowOf(db, {
    name: 'read-work-order-record',
    text: `SELECT ${workOrderColumns}, ${latestDecisionSeq('work_orders')} AS "decisionSeq", decided_at AS "decidedAt", (SELECT name FROM operators WHERE operators.id = decided_by) AS "decidedBy", reason,
                  ${sentDecisions} AS "sentToPartner",
                  document::text AS document
           FROM work_orders WHERE company_id = $1 AND id = $2`,
    values: [company, id],
  });
