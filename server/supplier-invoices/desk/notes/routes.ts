import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { invoiceAnswer, sendInvoice } from '../answer.ts';
import { invoiceParams } from '../schemas.ts';
import { assignInvoice, noteInvoice } from './actions.ts';
import { InvoiceAssignment, InvoiceNoteForm } from './schemas.ts';
import type { OperatorDeps } from '../../../deps.ts';
import { checkForm } from '../../../desk/requests.ts';
import { operatorProblems } from '../../../desk/shapes.ts';

const tags = ['Supplier invoices'];
const path = '/companies/:companyId/invoices/:id';

export function togetherRoutes(app: FastifyInstance, { pool, followers }: OperatorDeps): void {
  app.post(`${path}/notes`, {
    config: { operation: 'noteInvoice', permission: 'edit' },
    attachValidation: true,
    preHandler: checkForm(InvoiceNoteForm),
    schema: {
      operationId: 'noteInvoice',
      summary: 'Write a note on a supplier invoice',
      description:
        'Writes a note, which operators of the company see and partners do not. An invoice has at most 500. It is an event, supplierinvoice.noted.',
      tags,
      params: invoiceParams,
      body: Type.Ref('InvoiceNoteForm'),
      response: { 200: invoiceAnswer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: async (request, reply) => {
      const { company, operator, body, id: traceId } = request;
      const { id } = request.params as { id: string };
      await noteInvoice({ pool, followers }, company, operator, id, body as InvoiceNoteForm, traceId);
      return sendInvoice(pool, request, reply);
    },
  });

  app.put(`${path}/assignment`, {
    config: { operation: 'assignInvoice', permission: 'edit' },
    attachValidation: true,
    preHandler: checkForm(InvoiceAssignment),
    schema: {
      operationId: 'assignInvoice',
      summary: 'Assign a supplier invoice',
      description:
        'Gives an invoice to an operator to work on, or to nobody. Others may still decide about it. Where it is theirs already, nothing is recorded; otherwise it is an event, supplierinvoice.assigned.',
      tags,
      params: invoiceParams,
      body: Type.Ref('InvoiceAssignment'),
      response: { 200: invoiceAnswer, ...operatorProblems(400, 401, 403, 404) },
    },
    handler: async (request, reply) => {
      const { company, operator, body, id: traceId } = request;
      const { id } = request.params as { id: string };
      const { operatorId } = body as InvoiceAssignment;
      await assignInvoice({ pool, followers }, company, operator, id, operatorId, traceId);
      return sendInvoice(pool, request, reply);
    },
  });
}
