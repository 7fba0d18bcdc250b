import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { assignInvoice, noteInvoice } from './note-actions.ts';
import { sendInvoice } from '../invoice-routes.ts';
import { InvoiceRecord } from '../invoice-schemas.ts';
import type { OperatorDeps } from '../../../deps.ts';
import type { Desk } from '../../../desk/desk.ts';
import { form } from '../../../ground/http/document/fields.ts';
import { operations } from '../../../desk/operation.ts';
import { idInBody } from '../../../desk/requests.ts';
import { notBlank } from '../../../ground/http/document/publish.ts';

const exampleOperatorId = '019a7c3e-0a1b-7c2d-8e3f-4a5b6c7d8e9f';

const InvoiceNoteForm = form(
  'InvoiceNoteForm',
  'A note to write.',
  {
    id: Type.Optional(
      idInBody('A new UUID, if the request may be repeated: the note is then written once. Made by Doorway if absent.'),
    ),
    text: Type.String({ pattern: notBlank, maxLength: 2_000, description: 'The text of the note.' }),
    mentions: Type.Optional(
      Type.Array(idInBody('The id of an operator of the company.'), {
        maxItems: 20,
        description: 'The operators to mention. The filter mentioned=me of the list finds the invoice for them.',
      }),
    ),
  },
  { text: '@The approver Was this delivered?', mentions: [exampleOperatorId] },
);

const InvoiceAssignment = form(
  'InvoiceAssignment',
  'The operator to whom an invoice is assigned.',
  {
    operatorId: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      minLength: 36,
      maxLength: 36,
      description: 'The id of an operator of the company; null for nobody.',
    }),
  },
  { operatorId: exampleOperatorId },
);

function noteRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const operation = operations(app, deps, 'Supplier invoices');

  operation.post('/companies/:companyId/invoices/:id/notes', {
    id: 'noteInvoice',
    permission: 'edit',
    summary: 'Write a note on a supplier invoice',
    description:
      'Writes a note for the operators of the company; partners do not see it. An invoice has at most 500 notes. It is the event supplierinvoice.noted.',
    body: InvoiceNoteForm,
    answer: InvoiceRecord,
    problems: [409],
    handler: async (context) => {
      await noteInvoice(deps, context);
      return sendInvoice(deps.pool, context);
    },
  });

  operation.put('/companies/:companyId/invoices/:id/assignment', {
    id: 'assignInvoice',
    permission: 'edit',
    summary: 'Assign a supplier invoice',
    description:
      'Assigns an invoice to an operator, or to nobody. Others may still decide about it. A change is the event supplierinvoice.assigned.',
    body: InvoiceAssignment,
    answer: InvoiceRecord,
    handler: async (context) => {
      await assignInvoice(deps, context);
      return sendInvoice(deps.pool, context);
    },
  });
}

export const invoiceNotesDesk: Desk = { schemas: [InvoiceNoteForm, InvoiceAssignment], routes: noteRoutes };
