import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { invoiceAnswer, sendInvoice } from '../answer.ts';
import { dismissFinding } from './actions.ts';
import { FindingDismissal, InvoiceRelease } from './schemas.ts';
import { releaseInvoice } from '../deciding/actions.ts';
import { findingParams, invoiceParams } from '../schemas.ts';
import type { OperatorDeps } from '../../../deps.ts';
import { reasonIn } from '../../../decisions/decide.ts';
import { checkForm } from '../../../desk/requests.ts';
import { operatorProblems } from '../../../desk/shapes.ts';
import { permissionFor } from '../../../decisions/table.ts';
import { invoiceDecisions } from '../../../decisions/invoices.ts';

const tags = ['Supplier invoices'];
const path = '/companies/:companyId/invoices/:id';

export function findingRoutes(app: FastifyInstance, { pool, followers }: OperatorDeps): void {
  app.post(`${path}/release`, {
    config: { operation: 'releaseInvoice', permission: permissionFor(invoiceDecisions, 'release') },
    attachValidation: true,
    preHandler: checkForm(InvoiceRelease),
    schema: {
      operationId: 'releaseInvoice',
      summary: 'Release a held supplier invoice',
      description:
        'Releases an invoice that is held, with a reason, so that it can be decided. Whoever changed the account, name or organisational number of its supplier since 30 days before it arrived cannot release it. With acceptAccount the bank giro and post giro of the invoice that differ are written into the supplier’s record, which is a change of the supplier by this operator; where the company’s settings say payeeTakesTwo, it waits for a second one. It is an event, supplierinvoice.released.',
      tags,
      params: invoiceParams,
      body: Type.Ref('InvoiceRelease'),
      response: { 200: invoiceAnswer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: async (request, reply) => {
      const { company, operator, body, id: traceId } = request;
      const { id } = request.params as { id: string };
      const { acceptAccount = false } = body as InvoiceRelease;
      const decision = { company, operator, id, decision: 'release', reason: reasonIn(body), traceId } as const;
      await releaseInvoice({ pool, followers }, decision, acceptAccount);
      return sendInvoice(pool, request, reply);
    },
  });

  app.post(`${path}/findings/:place/dismiss`, {
    config: { operation: 'dismissFinding', permission: 'decide' },
    attachValidation: true,
    preHandler: checkForm(FindingDismissal),
    schema: {
      operationId: 'dismissFinding',
      summary: 'Dismiss a finding',
      description:
        'Says of a finding, with a reason, that it is no mistake. It stays with the invoice, and neither lists nor the overview count it. What holds an invoice cannot be dismissed while it does: release the invoice. It is an event, supplierinvoice.dismissed.',
      tags,
      params: findingParams,
      body: Type.Ref('FindingDismissal'),
      response: { 200: invoiceAnswer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: async (request, reply) => {
      const { company, operator, body, id: traceId } = request;
      const { id, place } = request.params as { id: string; place: string };
      const dismissal = { place: Number(place), reason: reasonIn(body) as string, traceId };
      await dismissFinding({ pool, followers }, company, operator, id, dismissal);
      return sendInvoice(pool, request, reply);
    },
  });
}
