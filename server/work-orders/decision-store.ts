import { recordEvents } from '../events/record.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import type { Written } from '../ground/decisions.ts';
import type { WorkOrderState } from './states.ts';

/** The state, which stays as it is until the transaction ends; undefined if the work order does not exist. */
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
    UPDATE work_orders SET state = $4,
           decided_at = CASE WHEN $10 THEN $2::timestamptz END, decided_by = CASE WHEN $10 THEN $5::uuid END, reason = CASE WHEN $10 THEN $7::text END
    WHERE company_id = $1 AND id = $3
    RETURNING id, reference, title, project_id, partner_id
  ), fresh AS (
    SELECT $8::uuid AS event_id, $9::text AS type, id::text AS subject_id, 1 AS place,
           jsonb_strip_nulls(jsonb_build_object(
             'workOrderId', id, 'reference', reference, 'title', title, 'projectId', project_id,
             'partnerId', partner_id, 'partnerName', (SELECT name FROM partners WHERE company_id = $1 AND id = partner_id),
             'by', jsonb_build_object('id', $5::uuid, 'name', $6::text), 'reason', $7::text, 'traceId', $11::text)) AS data
    FROM decided
  ), ${recordEvents('one', 'fresh', ['workorder.done', 'workorder.cancelled'])}
  SELECT FROM fresh`;

/** Writes the decision and its event. The work order must be locked, and its state must allow it. */
export async function writeDecision(
  tx: Db,
  company: CompanyId,
  { id, to, event, decides, reason, operator, traceId, eventId }: Written,
  now: Date,
): Promise<void> {
  await tx.query({
    name: 'decide-work-order',
    text: decideText,
    values: [company, now, id, to, operator.id, operator.name, reason, eventId, event, decides, traceId],
  });
}
