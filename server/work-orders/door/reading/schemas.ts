import Type, { type Static } from 'typebox';
import { workOrderStates } from '../../../decisions/work-orders.ts';
import { identifierInQuery, pageEnd, pageQuery, time } from '../../../door/reading.ts';
import { named, text, arrayOf, oneOf } from '../../../ground/http/document/fields.ts';

export const WorkOrderEntry = named('WorkOrderEntry', 'A work order that this partner sent.', {
  id: text('The identifier that the service gave the work order.'),
  title: text('The name of the project and the number of the work order in it.'),
  state: oneOf(workOrderStates, 'What has become of the work order.'),
  reference: text('Your own reference: the id that you sent.'),
  proposalId: text('The proposal identifier that was sent.'),
  description: Type.Optional(text('What is to be done, if it was sent.')),
  createdAt: time('When the work order arrived.'),
  updatedAt: time('When something of this last changed.'),
});

export const WorkOrderList = named('WorkOrderList', 'A page of the work orders that this partner sent.', {
  workOrders: arrayOf(Type.Ref('WorkOrderEntry'), 'The work orders, ordered by their last change, oldest first.'),
  ...pageEnd,
});

export const WorkOrderQuery = Type.Object({
  id: identifierInQuery('Only the work order with exactly this reference: the id that you sent.'),
  state: Type.Optional(oneOf(workOrderStates, 'Only work orders in this state.')),
  ...pageQuery('workorder'),
});
export type WorkOrderQuery = Static<typeof WorkOrderQuery>;

export const exampleWorkOrder = {
  id: '019a7c41-22d0-7a3e-b1f7-0c9d8e7f6a55',
  title: 'Kvarteret Eken #1',
  state: 'open',
  reference: 'fs-88121',
  proposalId: 'P-2026-014',
  description: 'Replace the pump in the basement.',
  createdAt: 1_763_114_400_000,
  updatedAt: 1_763_114_400_000,
};
