import type { CompanyId, Db } from '../../ground/db/pool.ts';
import type { WorkOrderState } from '../../decisions/work-orders.ts';
import { workOrderColumns } from '../store.ts';

export interface WorkOrderRecord {
  id: string;
  reference: string;
  title: string;
  state: WorkOrderState;
  project: { id: string; number: string; name: string };
  facilityNumber: string;
  description: string | null;
  partner: string;
  createdAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
  /** JSON text, which keeps every digit. */
  document: string;
}

export async function readWorkOrderRecord(
  db: Db,
  company: CompanyId,
  id: string,
): Promise<WorkOrderRecord | undefined> {
  const { rows } = await db.query<WorkOrderRecord>({
    name: 'read-work-order-record',
    text: `SELECT ${workOrderColumns}, decided_at AS "decidedAt", (SELECT name FROM operators WHERE operators.id = decided_by) AS "decidedBy", reason,
                  document::text AS document
           FROM work_orders WHERE company_id = $1 AND id = $2`,
    values: [company, id],
  });
  return rows[0];
}
