import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { workOrderCreation } from './actions.ts';
import { WorkOrder, workOrderIdentifiers } from './schemas.ts';
import type { DoorDeps } from '../../deps.ts';
import { idempotencyKey, messageFor, sendCreated } from '../../door/create.ts';
import { dryRunQuery, isDryRun, orDryRun, sendDryRun, wouldBe } from '../../door/dry-run.ts';
import { createHeaders, createProblems, success } from '../../door/shapes.ts';
import { checkedBody } from '../../ground/http/bodies/check-body.ts';

export function workOrderRoutes(app: FastifyInstance, deps: DoorDeps): void {
  const { create, dryRun } = workOrderCreation(deps);

  app.post('/doorway/v1/projects/workorder', {
    config: { operation: 'createWorkOrder' },
    attachValidation: true,
    preHandler: checkedBody(WorkOrder, workOrderIdentifiers),
    schema: {
      operationId: 'createWorkOrder',
      summary: 'Create a project work order',
      description:
        'Creates a work order for the project that the proposal id matches. Several requests with the same id are processed only once. The proposal id must match exactly one project, and that project must contain exactly one facility.',
      headers: createHeaders,
      querystring: dryRunQuery,
      body: Type.Ref('WorkOrder'),
      response: {
        200: orDryRun(
          success(Type.Ref('WorkOrderCreated'), 'The work order was created.', {
            id: '019a7c41-22d0-7a3e-b1f7-0c9d8e7f6a55',
            title: 'Kvarteret Eken #1',
            message: 'Work order created.',
          }),
        ),
        ...createProblems(
          {
            description:
              'The body is not valid; or no project, or more than one, has this proposal id; or the project has no facility, or more than one.',
            message:
              'No project has the proposal id "P-2026-014". Check the id, or ask the company to add it to the project, then send this again.',
          },
          {
            description:
              'This partner has sent this id before, or the Idempotency-Key with another body. The message says what exists and what differs.',
            message:
              'The id "fs-88121" was sent before: it is work order 019a7c41-22d0-7a3e-b1f7-0c9d8e7f6a55, "Kvarteret Eken #1"; nothing differs from what was sent now.',
          },
        ),
      },
    },
    handler: async (request, reply) => {
      const body = request.body as WorkOrder;
      const { partner, id, call } = request;
      if (isDryRun(request)) {
        const message = messageFor(wouldBe('work order would be created'), WorkOrder, body, undefined, false);
        return sendDryRun(reply, await dryRun(partner, id, body, call.text, message, await idempotencyKey(request)));
      }
      const message = messageFor('Work order created.', WorkOrder, body);
      return sendCreated(reply, await create(partner, id, body, call.text, message, await idempotencyKey(request)));
    },
  });
}
