import type { WorkOrderState } from './rules.ts';
import type { Written } from '../../desk/decide.ts';
import { recordEvents } from '../../events/record.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
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
  /** How it was decided; null until then. */
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
  /** JSON text, in which no digit is lost. */
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

/** The state, which stays as it is until the transaction ends; undefined where there is no such work order. */
export async function lockState(tx: Db, company: CompanyId, id: string): Promise<WorkOrderState | undefined> {
  const { rows } = await tx.query<{ state: WorkOrderState }>({
    name: 'lock-work-order-state',
    text: 'SELECT state FROM work_orders WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE',
    values: [company, id],
  });
  return rows[0]?.state;
}

const decideText = `
  WITH decided AS (
    UPDATE work_orders SET state = $4, decided_at = $2, decided_by = $5, reason = $7
    WHERE company_id = $1 AND id = $3
    RETURNING id, reference, title, project_id, partner_id
  ), fresh AS (
    SELECT $8::uuid AS event_id, 'workorder.' || $4 AS type, id::text AS subject_id, 1 AS place,
           jsonb_strip_nulls(jsonb_build_object(
             'workOrderId', id, 'reference', reference, 'title', title, 'projectId', project_id, 'partnerId', partner_id,
             'by', jsonb_build_object('id', $5::uuid, 'name', $6::text), 'reason', $7::text)) AS data
    FROM decided
  ), ${recordEvents('one', 'fresh')}
  SELECT FROM fresh`;

/** Writes the decision and its event. The work order must be locked, and its state must allow it. */
export async function writeDecision(
  tx: Db,
  company: CompanyId,
  { id, state, reason, operator, eventId }: Written<'done' | 'cancelled'>,
  now: Date,
): Promise<void> {
  await tx.query({
    name: 'decide-work-order',
    text: decideText,
    values: [company, now, id, state, operator.id, operator.name, reason, eventId],
  });
}
