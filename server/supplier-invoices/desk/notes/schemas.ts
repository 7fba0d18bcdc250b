import Type, { type Static } from 'typebox';
import { idInBody, time } from '../../../desk/requests.ts';
import { notBlank, refusesOthers } from '../../../ground/http/document/publish.ts';

const text = (description: string) => Type.String({ description });

const person = (description: string) =>
  Type.Object({ id: text('The id of the operator.'), name: text('What the operator is called.') }, { description });

/** Fields of an invoice's record. */
export const together = {
  assignedTo: Type.Unsafe<{ id: string; name: string } | null>({
    anyOf: [person('An operator.'), { type: 'null' }],
    description: 'To whom it is assigned; null where it is everybody’s.',
  }),
  notes: Type.Array(Type.Ref('InvoiceNote'), { description: 'What operators wrote about it, the earliest first.' }),
};

const InvoiceNote = Type.Object(
  {
    id: text('The id of the note.'),
    at: time('When it was written.'),
    by: person('Who wrote it, by the name of then.'),
    text: text('What it says.'),
    mentions: Type.Array(person('An operator.'), { description: 'Who is to see it.' }),
  },
  { $id: 'InvoiceNote', description: 'A note of an operator on an invoice. Partners do not see it.' },
);

const exampleApprover = { id: '019a7c3e-0a1b-7c2d-8e3f-4a5b6c7d8e9f', name: 'The approver' };

export const exampleTogether = {
  assignedTo: exampleApprover,
  notes: [
    {
      id: '019a7c3f-2c11-7d52-8a90-3e6c1f2b4d88',
      at: '2026-11-15T09:00:00.000Z',
      by: { id: '019a7c3e-0a1b-7c2d-8e3f-4a5b6c7d8e10', name: 'The administrator' },
      text: '@The approver Was this delivered?',
      mentions: [exampleApprover],
    },
  ],
};

export const InvoiceNoteForm = Type.Object(
  {
    text: Type.String({ pattern: notBlank, maxLength: 2_000, description: 'What it says.' }),
    mentions: Type.Optional(
      Type.Array(idInBody('The id of an operator who may enter the company.'), {
        maxItems: 20,
        description: 'Who is to see it. They find the invoice under what mentions them.',
      }),
    ),
  },
  {
    ...refusesOthers,
    $id: 'InvoiceNoteForm',
    description: 'A note to write.',
    examples: [{ text: '@The approver Was this delivered?', mentions: [exampleApprover.id] }],
  },
);
export type InvoiceNoteForm = Static<typeof InvoiceNoteForm>;

export const InvoiceAssignment = Type.Object(
  {
    operatorId: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      minLength: 36,
      maxLength: 36,
      description: 'The id of an operator who may enter the company; null for nobody.',
    }),
  },
  {
    ...refusesOthers,
    $id: 'InvoiceAssignment',
    description: 'To whom an invoice is assigned.',
    examples: [{ operatorId: exampleApprover.id }],
  },
);
export type InvoiceAssignment = Static<typeof InvoiceAssignment>;

export const togetherSchemas = [InvoiceNote, InvoiceNoteForm, InvoiceAssignment];
