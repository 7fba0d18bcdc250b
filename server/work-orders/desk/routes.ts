import type { FastifyInstance, FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import { decideWorkOrder, listWorkOrders, readWorkOrder } from './actions.ts';
import {
  WorkOrderCancellation,
  WorkOrderCompletion,
  WorkOrderRecord,
  WorkOrderRow,
  WorkOrderRows,
  WorkOrdersQuery,
} from './schemas.ts';
import { reasonIn } from '../../decisions/decide.ts';
import { permissionFor } from '../../decisions/table.ts';
import { workOrderDecisions, type WorkOrderDecision } from '../../decisions/work-orders.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { operations, type OperationRequest } from '../../desk/operation.ts';

const path = '/companies/:companyId/work-orders';
type WorkOrderRequest<Body extends TSchema> = OperationRequest<`${typeof path}/:id`, TSchema, Body>;

function workOrderRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  const operation = operations(app, deps, 'Work orders');

  const send = async ({ company, id, role, reply }: WorkOrderRequest<TSchema>): Promise<FastifyReply> =>
    reply.type('application/json; charset=utf-8').send(await readWorkOrder(pool, company, id, role));

  const decision = <Body extends TSchema>(decision: WorkOrderDecision, body: Body) => ({
    permission: permissionFor(workOrderDecisions, decision),
    body,
    answer: WorkOrderRecord,
    problems: [409],
    handler: async (context: WorkOrderRequest<Body>) => {
      const { company, operator, id, request } = context;
      const reason = reasonIn(context.body);
      await decideWorkOrder(deps, { company, operator, id, reason, traceId: request.id }, decision);
      return send(context);
    },
  });

  operation.list(path, {
    id: 'listWorkOrders',
    permission: 'read',
    summary: 'List work orders',
    description: 'Answers the work orders that match all filters, page by page, the latest first.',
    query: WorkOrdersQuery,
    answer: WorkOrderRows,
    projected: true,
    file: 'work-orders',
    source: ({ company, query }) => listWorkOrders(pool, company, query),
  });

  operation.get(`${path}/:id`, {
    id: 'readWorkOrder',
    permission: 'read',
    summary: 'Read a work order',
    description:
      'Answers a work order with every field as it was sent, its history, and the decisions that are possible now.',
    answer: WorkOrderRecord,
    handler: send,
  });

  operation.post(`${path}/:id/done`, {
    id: 'completeWorkOrder',
    summary: 'Mark a work order done',
    description: 'Marks an open work order done. It is final, and an event, workorder.done.',
    ...decision('done', WorkOrderCompletion),
  });

  operation.post(`${path}/:id/cancel`, {
    id: 'cancelWorkOrder',
    summary: 'Cancel a work order',
    description: 'Cancels an open work order, with a reason. It is final, and an event, workorder.cancelled.',
    ...decision('cancel', WorkOrderCancellation),
  });
}

export const workOrdersDesk: Desk = {
  schemas: [WorkOrderRow, WorkOrderRows, WorkOrderRecord, WorkOrderCompletion, WorkOrderCancellation],
  routes: workOrderRoutes,
};
