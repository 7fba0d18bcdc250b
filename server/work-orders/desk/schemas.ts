import Type, { type Static } from 'typebox';
import { workOrderStates } from '../../decisions/work-orders.ts';
import { pageOf, pageQuery } from '../../desk/lists.ts';
import { textInQuery, time } from '../../desk/requests.ts';
import { searchable } from '../../ground/db/text-search.ts';
import { workOrderList } from '../projection.ts';
import {
  anyObject,
  flag,
  form,
  group,
  named,
  oneOf,
  text,
  textOrNull,
  arrayOf,
} from '../../ground/http/document/fields.ts';
import { comment, reason, seqOrNull } from '../../desk/fields.ts';

const fields = {
  id: text('The id that the service gave the work order.'),
  reference: text('The partner’s own id.', 'fs-88121'),
  title: text('The name of the project and a number.', 'Kvarteret Eken #14'),
  state: oneOf(workOrderStates, 'open until an operator decides; done or cancelled until somebody reopens it.'),
  project: group('The project.', {
    id: text('Its id.'),
    number: text('Its number.', '2026-014'),
    name: text('Its name.', 'Kvarteret Eken'),
  }),
  facilityNumber: text('The number of the project’s facility at arrival.', '1'),
  facilityName: textOrNull('The name of that facility; null if the project no longer has it.', 'House A'),
  description: textOrNull('The work to be done.', 'Replace the pump in the basement.'),
  partner: text('The name of the partner that sent it.', 'Field service'),
  createdAt: time('When it arrived.'),
};

export const WorkOrderRow = named('WorkOrderRow', 'A work order in a list.', fields);

export const WorkOrderRows = pageOf('WorkOrderRows', 'WorkOrderRow', 'A page of work orders.');

const action = (done: string) =>
  group(`Whether this operator can have it ${done} now.`, {
    allowed: flag(`Whether it can be ${done} now.`),
    why: Type.Optional(text('The reason why not.')),
    code: Type.Optional(text('The reason why not, for programs.')),
  });

export const WorkOrderRecord = named('WorkOrderRecord', 'The work order.', {
  ...fields,
  timeline: arrayOf(
    group('An event.', {
      type: text('The type of the event.', 'workorder.created'),
      at: time('When.'),
      by: textOrNull('The operator or the partner who did it; null for the service itself.', 'Field service'),
      reason: textOrNull('The reason or the comment.'),
    }),
    'The events of the work order, oldest first.',
  ),
  actions: group('The decisions that are possible now.', {
    done: action('marked done'),
    cancel: action('cancelled'),
    reopen: action('reopened'),
  }),
  decisionSeq: seqOrNull(
    'The number of the event of the latest decision; null if there is none, or its event is no longer kept. A reopening names the decision that it takes back by this number.',
  ),
  sentToPartner: Type.Array(Type.String(), {
    description:
      'The decisions that a webhook endpoint of its partner receives, of workorder.done, workorder.cancelled and workorder.reopened.',
    examples: [['workorder.done']],
  }),
  document: anyObject('Every field as the partner sent it, including unknown ones.', {
    id: 'fs-88121',
    proposalId: 'P-2026-014',
    description: 'Replace the pump in the basement.',
  }),
});

export const WorkOrderCompletion = form('WorkOrderCompletion', 'The work is done.', {
  comment: comment('A comment on the work.', 'The old pump was taken away.'),
});

export const WorkOrderCancellation = form('WorkOrderCancellation', 'The work will not be done.', {
  reason: reason('The reason for the cancellation.', 'The building is to be torn down.'),
});

export const WorkOrderReopening = form(
  'WorkOrderReopening',
  'A reopening of a work order that is done or cancelled.',
  {
    decisionSeq: seqOrNull(
      'The decision that is taken back: the decisionSeq of the work order as the operator saw it. If anybody has decided since, it is a 409, with why decision.later, by whom and when.',
    ),
    reason: reason('Why it is reopened.'),
  },
  { decisionSeq: 1207, reason: 'The wall is not dry yet.' },
);

export const WorkOrdersQuery = Type.Object({
  state: Type.Optional(oneOf(workOrderStates, 'Only work orders in this state.')),
  project: textInQuery('Only work orders of this project, by number or id.'),
  partner: textInQuery('Only work orders of this partner, by name or id.'),
  q: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 100,
      pattern: searchable,
      description:
        'Only work orders with each of these words, without regard to case and accents, in their title, reference, facility number, proposal id or description. 2 to 100 characters with a letter or a digit; two characters are searched at the beginnings of words.',
    }),
  ),
  ...pageQuery(workOrderList),
});
export type WorkOrdersQuery = Static<typeof WorkOrdersQuery>;
