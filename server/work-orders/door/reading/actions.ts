import type { WorkOrderQuery } from './schemas.ts';
import { listOwnWorkOrders, readOwnWorkOrder, type OwnWorkOrder } from './store.ts';
import type { Partner } from '../../../partners/store.ts';
import type { DoorDeps } from '../../../deps.ts';
import { endOf, limitOf, positionIn } from '../../../door/reading.ts';
import { ApiError } from '../../../errors/errors.ts';
import { isUuid } from '../../../ground/db/ids.ts';

export const workOrderUnknown = (id: string) => new ApiError('workorder.unknown', { id });

/** A work order as its partner reads it back. A field without a value is left out. */
const ownWorkOrder = (order: OwnWorkOrder) => ({
  id: order.id,
  title: order.title,
  state: order.state,
  reference: order.reference,
  proposalId: order.proposalId,
  description: order.description ?? undefined,
  createdAt: order.createdAt.getTime(),
  updatedAt: order.updatedAt.getTime(),
});

export async function readWorkOrder({ pool }: DoorDeps, partner: Partner, id: string) {
  const found = isUuid(id) ? await readOwnWorkOrder(pool, partner.companyId, partner.id, id) : undefined;
  if (found === undefined) throw workOrderUnknown(id);
  return ownWorkOrder(found);
}

export async function listWorkOrders({ pool, projections }: DoorDeps, partner: Partner, query: WorkOrderQuery) {
  const begin = positionIn('workorder', query);
  await projections.catchUp(partner.companyId, pool);
  const filter = { reference: query.id, equals: { state: query.state } };
  const page = await listOwnWorkOrders(pool, partner.companyId, partner.id, filter, begin, limitOf(query));
  return { workOrders: page.rows.map(ownWorkOrder), ...endOf('workorder', page) };
}
