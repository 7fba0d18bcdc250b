import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { lastSegment } from '../../../door/door.ts';
import { listWorkOrders, readWorkOrder, workOrderUnknown } from './actions.ts';
import { exampleWorkOrder, WorkOrderQuery } from './schemas.ts';
import type { DoorDeps } from '../../../deps.ts';
import { checkedQuery, etagHeader, notChanged, recordProblems, sendPage, sendRecord } from '../../../door/reading.ts';
import { readProblems, success } from '../../../door/shapes.ts';

const path = '/doorway/v1/projects/workorder';

export function readingRoutes(app: FastifyInstance, deps: DoorDeps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(`${path}/${lastSegment('id')}`, {
    config: { operation: 'readWorkOrder' },
    schema: {
      operationId: 'readWorkOrder',
      summary: 'Read a work order back',
      description:
        'Answers what has become of a work order that this partner sent. The answer has an ETag; send it as If-None-Match and the answer is a 304 without a body while nothing has changed.',
      params: Type.Object({
        id: Type.String({ description: 'The id that the service gave it, from the answer to its creation.' }),
      }),
      response: {
        200: success(Type.Ref('WorkOrderEntry'), 'The work order.', exampleWorkOrder, etagHeader),
        ...notChanged,
        ...recordProblems(workOrderUnknown(exampleWorkOrder.id)),
      },
    },
    handler: async (request, reply) =>
      sendRecord(request, reply, JSON.stringify(await readWorkOrder(deps, request.partner, request.params.id))),
  });

  routes.get(path, {
    config: { operation: 'listWorkOrders' },
    links: {
      200: {
        next: {
          operationId: 'listWorkOrders',
          parameters: { after: '$response.body#/next', limit: '$request.query.limit' },
          description: 'The next page, or what has changed since the last one.',
        },
      },
    },
    attachValidation: true,
    preHandler: checkedQuery(['id']),
    schema: {
      operationId: 'listWorkOrders',
      summary: 'List own work orders',
      description:
        'Answers the work orders that this partner sent, ordered by their last change, oldest first. Keep the last next and send it as after: the answer has what has changed since, each work order as it is now. Nothing is missed, and no change comes twice.',
      querystring: WorkOrderQuery,
      response: {
        200: success(
          Type.Ref('WorkOrderList'),
          'The work orders.',
          { workOrders: [exampleWorkOrder], next: 'AgAAAAAAAAAqAZp8QSLQej6x9wydjn9qVQ', hasMore: false },
          {},
        ),
        ...readProblems({
          description: 'A query parameter is not valid.',
          message: 'state must be one of open, done, cancelled.',
        }),
      },
    },
    handler: async (request, reply) => sendPage(reply, await listWorkOrders(deps, request.partner, request.query)),
  });
}
