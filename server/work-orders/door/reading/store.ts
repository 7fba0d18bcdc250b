import { usedLengthsOfWorkOrder } from '../../../../common/used-lengths.ts';
import { changedRecords, lastChangeOf } from '../../../changes/store.ts';
import type { WorkOrderState } from '../../../decisions/work-orders.ts';
import { type CompanyId, type Db, rowOf } from '../../../ground/db/pool.ts';

export interface OwnWorkOrder {
  id: string;
  title: string;
  state: WorkOrderState;
  reference: string;
  proposalId: string;
  description: string | null;
  createdAt: Date;
  updatedAt: Date;
}

const select = `
  record.id, title, state, reference, document ->> 'proposalId' AS "proposalId", left(document ->> 'description', ${usedLengthsOfWorkOrder.description}) AS description,
  created_at AS "createdAt"`;

/** Undefined if this partner has sent no such work order. */
export const readOwnWorkOrder = (db: Db, company: CompanyId, partnerId: string, id: string) =>
  rowOf<OwnWorkOrder>(db, {
    name: 'read-own-work-order',
    text: `SELECT ${select}, ${lastChangeOf('workorder', 'record')} AS "updatedAt"
           FROM work_orders AS record WHERE company_id = $1 AND partner_id = $2 AND id = $3`,
    values: [company, partnerId, id],
  });

export const listOwnWorkOrders = changedRecords<OwnWorkOrder>({
  kind: 'workorder',
  table: 'work_orders',
  select,
  columns: ['title', 'state', 'reference', 'document', 'created_at'],
  weight: 'pg_column_size(document)',
  reference: 'reference',
  filters: ['state'],
});
