import Type, { type Static } from 'typebox';
import { pageOf, pageQuery } from '../../desk/lists.ts';
import { companyInPath, idInPath, textInQuery, time } from '../../desk/requests.ts';
import { searchable } from '../../ground/db/text-search.ts';
import { notBlank, refusesOthers } from '../../ground/http/document/publish.ts';
import { workOrderList } from '../projection.ts';
import { workOrderStates } from '../../decisions/work-orders.ts';

const text = (description: string) => Type.String({ description });
const textOrNull = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

const fields = {
  id: text('The id that the service gave the work order.'),
  reference: text('The partner’s own id for it.'),
  title: text('The name of the project and a number.'),
  state: Type.Unsafe<string>({
    type: 'string',
    enum: [...workOrderStates],
    description: 'open until somebody decides, then done or cancelled for good.',
  }),
  project: Type.Object(
    { id: text('Its id.'), number: text('Its number.'), name: text('Its name.') },
    { description: 'The project that it belongs to.' },
  ),
  facilityNumber: text('The number of the project’s facility when it arrived.'),
  description: textOrNull('What is to be done.'),
  partner: text('The name of the partner that sent it.'),
  createdAt: time('When it arrived.'),
};

const WorkOrderRow = Type.Object(fields, { $id: 'WorkOrderRow', description: 'A work order in a list.' });

const WorkOrderRows = pageOf(Type.Ref('WorkOrderRow'), { $id: 'WorkOrderRows', description: 'A page of work orders.' });

const action = (done: string) =>
  Type.Object(
    {
      allowed: Type.Boolean({ description: `Whether it can be ${done} now.` }),
      why: Type.Optional(text('Why not.')),
      code: Type.Optional(text('Why not, for programs.')),
    },
    { description: `Whether it can be ${done} now, by this operator.` },
  );

const WorkOrderRecord = Type.Object(
  {
    ...fields,
    timeline: Type.Array(
      Type.Object(
        {
          type: text('What happened, such as workorder.done.'),
          at: time('When.'),
          by: textOrNull('The operator or the partner who did it; null where it was the service itself.'),
          reason: textOrNull('Why, or the comment that was given.'),
        },
        { description: 'Something that happened.' },
      ),
      { description: 'What happened to the work order, the earliest first.' },
    ),
    actions: Type.Object(
      { done: action('marked done'), cancel: action('cancelled') },
      { description: 'What can be done with it now.' },
    ),
    document: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'Every field as the partner sent it, unknown ones too.',
    }),
  },
  { $id: 'WorkOrderRecord', description: 'All that is known of a work order.' },
);

export const exampleWorkOrder = {
  id: '019a7c40-2d6e-7f03-b1c5-9a8e7d6c5b4a',
  reference: 'fs-88121',
  title: 'Kvarteret Eken #14',
  state: 'open',
  project: { id: '019a7c00-1111-7222-8333-444455556666', number: '2026-014', name: 'Kvarteret Eken' },
  facilityNumber: '1',
  description: 'Replace the pump in the basement.',
  partner: 'Field service',
  createdAt: '2026-11-14T08:00:00.000Z',
  timeline: [{ type: 'workorder.created', at: '2026-11-14T08:00:00.000Z', by: 'Field service', reason: null }],
  actions: { done: { allowed: true }, cancel: { allowed: true } },
  document: { id: 'fs-88121', proposalId: 'P-2026-014', description: 'Replace the pump in the basement.' },
};

const longest = 1_000;

export const WorkOrderCompletion = Type.Object(
  {
    comment: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        maxLength: longest,
        description: 'What is worth knowing about the work.',
      }),
    ),
  },
  {
    ...refusesOthers,
    $id: 'WorkOrderCompletion',
    description: 'The work is done.',
    examples: [{ comment: 'The old pump was taken away.' }],
  },
);
export type WorkOrderCompletion = Static<typeof WorkOrderCompletion>;

export const WorkOrderCancellation = Type.Object(
  { reason: Type.String({ pattern: notBlank, maxLength: longest, description: 'Why it is cancelled.' }) },
  {
    ...refusesOthers,
    $id: 'WorkOrderCancellation',
    description: 'The work will not be done.',
    examples: [{ reason: 'The building is to be torn down.' }],
  },
);
export type WorkOrderCancellation = Static<typeof WorkOrderCancellation>;

export const WorkOrdersQuery = Type.Object({
  state: Type.Optional(
    Type.Unsafe<string>({ type: 'string', enum: [...workOrderStates], description: 'Only work orders in this state.' }),
  ),
  project: textInQuery('Only work orders of this project, named by number or id.'),
  partner: textInQuery('Only work orders of this partner, named by name or id.'),
  q: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 100,
      pattern: searchable,
      description:
        'Only work orders that contain this text, in any case, in their title, reference, facility number, proposal id or description. 2 to 100 characters, a letter or digit among them; two characters are looked for at the beginnings of words.',
    }),
  ),
  ...pageQuery(workOrderList),
});
export type WorkOrdersQuery = Static<typeof WorkOrdersQuery>;

export const companyParams = Type.Object({ companyId: companyInPath });
export const workOrderParams = Type.Object({ companyId: companyInPath, id: idInPath('The work order’s id.') });

export const workOrderOperatorSchemas = [
  WorkOrderRow,
  WorkOrderRows,
  WorkOrderRecord,
  WorkOrderCompletion,
  WorkOrderCancellation,
];
