import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { withdraw } from './withdraw-actions.ts';
import { SupplierInvoiceWithdrawal } from './withdraw-schemas.ts';
import type { DoorDeps } from '../../../deps.ts';
import { idempotencyKey, messageFor, sendCreated } from '../../../door/create.ts';
import { createHeaders, createProblems, recordUnknown, success } from '../../../door/shapes.ts';
import { checkBody } from '../../../ground/http/bodies/body.ts';
import { fingerprint } from '../../../ground/json/json.ts';

const withdrawn = 'Supplier invoice withdrawn.';
const again = 'The supplier invoice was withdrawn before; nothing changed.';

export function withdrawRoutes(app: FastifyInstance, deps: DoorDeps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.post('/supplierinvoices/supplierinvoices/:id/withdraw', {
    config: { operation: 'withdrawSupplierInvoice', isBodyOptional: true },
    attachValidation: true,
    preHandler: (request, _reply, done) => {
      if (request.body !== undefined) checkBody(request, SupplierInvoiceWithdrawal);
      done();
    },
    schema: {
      operationId: 'withdrawSupplierInvoice',
      summary: 'Withdraw a supplier invoice',
      description:
        'Takes back an invoice that this partner has sent, until the company has approved or rejected it. The invoice and its files stay stored and can be read; nobody can decide about it or pay it any more. Its externalReferenceId stays used: send a corrected invoice with another one. Withdrawing it again changes nothing and is answered with a 200.',
      headers: createHeaders,
      params: Type.Object({
        id: Type.String({
          description: 'The id that the service gave the invoice.',
          examples: ['019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88'],
        }),
      }),
      body: Type.Ref('SupplierInvoiceWithdrawal'),
      response: {
        200: success(Type.Ref('SupplierInvoiceWithdrawn'), 'The invoice is withdrawn.', { message: withdrawn }),
        ...createProblems(
          { description: 'The body is not valid.', message: 'reason must be a string.' },
          {
            description:
              'The company has approved, rejected or booked the invoice, or the Idempotency-Key was used for another request.',
            message:
              'The company has approved this invoice, so it can no longer be withdrawn. Send a credit note, or ask the company.',
          },
        ),
        404: recordUnknown('supplier invoice'),
      },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const body = (request.body ?? {}) as SupplierInvoiceWithdrawal;
      const reason = body.reason?.trim() || undefined;
      const message = (isRepeated: boolean) =>
        messageFor(isRepeated ? again : withdrawn, SupplierInvoiceWithdrawal, body, {}, false);
      const key = await idempotencyKey(request, () => fingerprint({ id: id.toLowerCase(), reason }));
      return sendCreated(
        reply,
        await withdraw(deps, request.partner, { id, reason, traceId: request.id, key, message }),
      );
    },
  });
}
