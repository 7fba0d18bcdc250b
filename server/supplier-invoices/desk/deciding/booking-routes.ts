import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { invoiceAnswer, sendInvoice } from '../answer.ts';
import { bookInvoice } from './actions.ts';
import { InvoiceBooking } from './booking-schemas.ts';
import { invoiceParams } from '../schemas.ts';
import type { OperatorDeps } from '../../../deps.ts';
import { checkForm } from '../../../desk/requests.ts';
import { operatorProblems } from '../../../desk/shapes.ts';
import { permissionFor } from '../../../decisions/table.ts';
import { invoiceDecisions } from '../../../decisions/invoices.ts';

export function bookingRoutes(app: FastifyInstance, { pool, followers }: OperatorDeps): void {
  app.post('/companies/:companyId/invoices/:id/booked', {
    config: { operation: 'bookInvoice', permission: permissionFor(invoiceDecisions, 'book') },
    attachValidation: true,
    preHandler: checkForm(InvoiceBooking),
    schema: {
      operationId: 'bookInvoice',
      summary: 'Say that a supplier invoice is booked',
      description:
        'Notes with its voucher that an approved invoice is in the company’s bookkeeping. It is an event, supplierinvoice.booked, and the invoice cannot be reopened any more. Said again with the same voucher, it changes nothing and is answered in the same way, so that a system whose answer was lost says it again. Another voucher is a 409 that names the one that stands, and so is an invoice that is not approved.',
      tags: ['Supplier invoices'],
      params: invoiceParams,
      body: Type.Ref('InvoiceBooking'),
      response: { 200: invoiceAnswer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: async (request, reply) => {
      const { company, operator, body, id: traceId } = request;
      const { id } = request.params as { id: string };
      const decision = { company, operator, id, decision: 'book', reason: undefined, traceId } as const;
      await bookInvoice({ pool, followers }, decision, body as InvoiceBooking);
      return sendInvoice(pool, request, reply);
    },
  });
}
