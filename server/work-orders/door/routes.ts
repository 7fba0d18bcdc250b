import { createdWorkOrder, workOrderCreation } from './actions.ts';
import { listWorkOrders, readWorkOrder, workOrderUnknown } from './reading/actions.ts';
import { exampleWorkOrder, WorkOrderEntry, WorkOrderList, WorkOrderQuery } from './reading/schemas.ts';
import { WorkOrder, WorkOrderCreated, workOrderIdentifiers } from './schemas.ts';
import { workOrderScopes } from './scopes.ts';
import { idempotencyKey, messageFor, sendCreated } from '../../door/create.ts';
import type { Door } from '../../door/door.ts';
import { isDryRun, sendDryRun, wouldBe } from '../../door/dry-run.ts';
import { operation } from '../../door/operation.ts';
import { readsRecord, sendPage, sendRecord } from '../../door/reading.ts';

const path = '/doorway/v1/projects/workorder';
const wouldCreate = wouldBe('work order would be created');
const reading = { scope: 'workorders:read', includedIn: ['workorders:write'] };

const createWorkOrder = operation({
  id: 'createWorkOrder',
  method: 'POST',
  path,
  scope: 'workorders:write',
  creates: createdWorkOrder,
  findings: true,
  summary: 'Create a project work order',
  description:
    'Creates a work order for the project that the proposal id matches. Several requests with the same id are processed only once. The proposal id must match exactly one project, and that project must contain exactly one facility.',
  dryRun: { id: 'checkWorkOrder', summary: 'Check a project work order', message: wouldCreate },
  body: WorkOrder,
  identifiers: workOrderIdentifiers,
  answer: WorkOrderCreated,
  example: { id: '019a7c41-22d0-7a3e-b1f7-0c9d8e7f6a55', title: 'Kvarteret Eken #1', message: 'Work order created.' },
  invalid: {
    description:
      'The body is not valid; or no project, or more than one, has this proposal id; or the project has no facility, or more than one.',
    message:
      'No project has the proposal id "P-2026-014". Check the id, or ask the company to add it to the project, then send this again.',
  },
  conflict: {
    description:
      'This partner has sent this id before, or the Idempotency-Key with another body. The message says what exists and what differs.',
    message:
      'The id "fs-88121" was sent before: it is work order 019a7c41-22d0-7a3e-b1f7-0c9d8e7f6a55, "Kvarteret Eken #1"; nothing differs from what was sent now.',
  },
  handler: (deps) => {
    const { create, dryRun } = workOrderCreation(deps);
    return async (request, reply) => {
      const { partner, id, call, body } = request;
      if (isDryRun(request)) {
        const message = messageFor(wouldCreate, WorkOrder, body, undefined, false);
        return sendDryRun(reply, await dryRun(partner, id, body, call.text, message, await idempotencyKey(request)));
      }
      const message = messageFor('Work order created.', WorkOrder, body);
      return sendCreated(reply, await create(partner, id, body, call.text, message, await idempotencyKey(request)));
    };
  },
});

const readOne = operation({
  id: 'readWorkOrder',
  method: 'GET',
  path: `${path}/:id`,
  ...reading,
  summary: 'Read a work order back',
  description:
    'Answers what has become of a work order that this partner sent. The answer has an ETag; send it as If-None-Match and the answer is a 304 without a body while nothing has changed.',
  parameters: { id: { description: 'The id that the service gave it, from the answer to its creation.' } },
  answer: WorkOrderEntry,
  answerDescription: 'The work order.',
  example: exampleWorkOrder,
  ...readsRecord(workOrderUnknown(exampleWorkOrder.id)),
  handler: (deps) => async (request, reply) =>
    sendRecord(request, reply, JSON.stringify(await readWorkOrder(deps, request.partner, request.params.id))),
});

const list = operation({
  id: 'listWorkOrders',
  method: 'GET',
  path,
  ...reading,
  summary: 'List own work orders',
  description:
    'Answers the work orders that this partner sent, ordered by their last change, oldest first. Keep the last next and send it as after: the answer has what has changed since, each work order as it is now. Nothing is missed, and no change comes twice.',
  query: WorkOrderQuery,
  identifiers: ['id'],
  answer: WorkOrderList,
  answerDescription: 'The work orders.',
  example: { workOrders: [exampleWorkOrder], next: 'AgAAAAAAAAAqAZp8QSLQej6x9wydjn9qVQ', hasMore: false },
  nextPage: 'The next page, or what has changed since the last one.',
  invalid: { description: 'A query parameter is not valid.', message: 'state must be one of open, done, cancelled.' },
  handler: (deps) => async (request, reply) =>
    sendPage(reply, await listWorkOrders(deps, request.partner, request.query)),
});

export const workOrdersDoor: Door = {
  tag: { name: 'Work orders', description: 'Work to be done in the company’s projects.' },
  scopes: workOrderScopes,
  schemas: [WorkOrder, WorkOrderCreated, WorkOrderEntry, WorkOrderList],
  operations: [createWorkOrder, readOne, list],
};
