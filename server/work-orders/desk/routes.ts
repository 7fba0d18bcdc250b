import type { FastifyInstance, FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import { listWorkOrders, readWorkOrder } from './actions.ts';
import {
  WorkOrderCancellation,
  WorkOrderCompletion,
  WorkOrderRecord,
  WorkOrderReopening,
  WorkOrderRow,
  WorkOrderRows,
  WorkOrdersQuery,
} from './schemas.ts';
import { decideWorkOrder } from '../decide.ts';
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

  const send = async (
    { company, id, role, reply }: WorkOrderRequest<TSchema>,
    decisionSeq?: number,
  ): Promise<FastifyReply> =>
    reply.type('application/json; charset=utf-8').send(await readWorkOrder(pool, company, id, role, decisionSeq));

  const decision = <Body extends TSchema>(decision: WorkOrderDecision, body: Body) => ({
    permission: permissionFor(workOrderDecisions, decision),
    body,
    answer: WorkOrderRecord,
    problems: [409],
    handler: async (context: WorkOrderRequest<Body>) => {
      const { company, operator, id, request } = context;
      const { decisionSeq = null } = context.body as { decisionSeq?: number | null };
      const decided = { company, operator, id, reason: reasonIn(context.body), traceId: request.id };
      return send(context, await decideWorkOrder(deps, decided, decision, decisionSeq));
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
    handler: (context) => send(context),
  });

  operation.post(`${path}/:id/done`, {
    id: 'completeWorkOrder',
    summary: 'Mark a work order done',
    description: 'Marks an open work order done, which is the event workorder.done.',
    ...decision('done', WorkOrderCompletion),
  });

  operation.post(`${path}/:id/cancel`, {
    id: 'cancelWorkOrder',
    summary: 'Cancel a work order',
    description: 'Cancels an open work order, with a reason, which is the event workorder.cancelled.',
    ...decision('cancel', WorkOrderCancellation),
  });

  operation.post(`${path}/:id/reopen`, {
    id: 'reopenWorkOrder',
    summary: 'Reopen a work order',
    description:
      'Takes back the decision that decisionSeq names, with a reason, which is the event workorder.reopened. A later decision of anybody is never taken back: it makes this a 409.',
    ...decision('reopen', WorkOrderReopening),
  });
}

export const workOrdersDesk: Desk = {
  schemas: [
    WorkOrderRow,
    WorkOrderRows,
    WorkOrderRecord,
    WorkOrderCompletion,
    WorkOrderCancellation,
    WorkOrderReopening,
  ],
  routes: workOrderRoutes,
};
