import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { readWorkOrder } from './actions.ts';
import {
  companyParams,
  exampleWorkOrder,
  WorkOrderCancellation,
  WorkOrderCompletion,
  workOrderParams,
  WorkOrdersQuery,
} from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { decide, reasonIn } from '../../decisions/decide.ts';
import { catchingUpHeaders, listAnswer, sendList } from '../../desk/lists.ts';
import { checkAddress, checkForm, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { permissionFor } from '../../decisions/table.ts';
import { workOrderList, workOrdersWhere } from '../projection.ts';
import { workOrderDecisions, workOrders, type WorkOrderDecision } from '../../decisions/work-orders.ts';

const tags = ['Work orders'];
const path = '/companies/:companyId/work-orders';
const answer = jsonAnswer(Type.Ref('WorkOrderRecord'), 'The work order.', exampleWorkOrder);

export function workOrderOperatorRoutes(app: FastifyInstance, { pool, projections, followers }: OperatorDeps): void {
  const sendWorkOrder = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id } = request.params as { id: string };
    return reply
      .type('application/json; charset=utf-8')
      .send(await readWorkOrder(pool, request.company, id, request.role));
  };
  const sendDecided = (decision: WorkOrderDecision) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { company, operator, body } = request;
    const { id } = request.params as { id: string };
    await decide({ pool, followers }, workOrders, {
      company,
      operator,
      id,
      decision,
      reason: reasonIn(body),
      traceId: request.id,
    });
    return sendWorkOrder(request, reply);
  };

  app.get(path, {
    config: { operation: 'listWorkOrders', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listWorkOrders',
      summary: 'List work orders',
      description: 'Answers the work orders that all of the filters allow, page by page, the latest first.',
      tags,
      params: companyParams,
      querystring: WorkOrdersQuery,
      response: {
        200: { ...listAnswer(Type.Ref('WorkOrderRows'), 'A page of work orders.'), ...catchingUpHeaders },
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async (request, reply) => {
      const isCatchingUp = await projections.catchUp(request.company);
      return sendList(
        request,
        reply,
        'work-orders',
        pool,
        workOrderList,
        await workOrdersWhere(pool, request.company, request.query as WorkOrdersQuery),
        isCatchingUp,
      );
    },
  });

  app.get(`${path}/:id`, {
    config: { operation: 'readWorkOrder', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'readWorkOrder',
      summary: 'Read a work order',
      description:
        'Answers a work order whole: every field as it was sent, what happened to it, and what can be done with it now.',
      tags,
      params: workOrderParams,
      response: { 200: answer, ...operatorProblems(401, 403, 404) },
    },
    handler: sendWorkOrder,
  });

  app.post(`${path}/:id/done`, {
    config: { operation: 'completeWorkOrder', permission: permissionFor(workOrderDecisions, 'done') },
    attachValidation: true,
    preHandler: checkForm(WorkOrderCompletion),
    schema: {
      operationId: 'completeWorkOrder',
      summary: 'Mark a work order done',
      description: 'Marks an open work order done. It is final, and an event, workorder.done.',
      tags,
      params: workOrderParams,
      body: Type.Ref('WorkOrderCompletion'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: sendDecided('done'),
  });

  app.post(`${path}/:id/cancel`, {
    config: { operation: 'cancelWorkOrder', permission: permissionFor(workOrderDecisions, 'cancel') },
    attachValidation: true,
    preHandler: checkForm(WorkOrderCancellation),
    schema: {
      operationId: 'cancelWorkOrder',
      summary: 'Cancel a work order',
      description: 'Cancels an open work order, with a reason. It is final, and an event, workorder.cancelled.',
      tags,
      params: workOrderParams,
      body: Type.Ref('WorkOrderCancellation'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: sendDecided('cancel'),
  });
}
