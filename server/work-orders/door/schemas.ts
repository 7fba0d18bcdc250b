import Type, { type Static } from 'typebox';
import { usedLengthsOfWorkOrder } from '../../../common/used-lengths.ts';
import { message } from '../../door/shapes.ts';
import { exampleOf, longText, identifierText, named, text } from '../../ground/http/document/fields.ts';

const fields = {
  id: identifierText(
    'Your own reference for the work order. Requests with the same id are processed only once.',
    'fs-88121',
  ),
  proposalId: identifierText('The proposal identifier that matches exactly one project.', 'P-2026-014'),
  description: longText('What is to be done.', 'Replace the pump in the basement.', usedLengthsOfWorkOrder.description),
};

export const WorkOrder = Type.Object(fields, {
  $id: 'WorkOrder',
  description: 'A work order to create. Fields that are not listed here are kept with it and named in the answer.',
  examples: [exampleOf(fields)],
});
export type WorkOrder = Static<typeof WorkOrder>;

export const workOrderIdentifiers = ['id', 'proposalId'] as const;

export const WorkOrderCreated = named('WorkOrderCreated', 'The work order was created.', {
  id: text('The identifier that the service gave the work order.'),
  title: text('The title of the work order: the name of the project and a number that counts its work orders from 1.'),
  message,
});
export type WorkOrderCreated = Static<typeof WorkOrderCreated>;
