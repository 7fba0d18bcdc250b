import type { FastifyInstance, FastifyReply } from 'fastify';
import { readInvoice } from './invoice-actions.ts';
import { InvoiceRecord, invoiceSchemas } from './invoice-schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { operations, type OperationRequest } from '../../desk/operation.ts';
import type { Pool } from '../../ground/db/pool.ts';

export type InvoiceRequest = Pick<
  OperationRequest<'/:id', never, never>,
  'id' | 'company' | 'operator' | 'role' | 'request' | 'reply'
>;

/**
 * Sends the invoice as JSON text, so that its amounts keep every digit. The answer to a decision names that decision,
 * `decisionSeq`, even if somebody has made a later one before the invoice is read.
 */
export async function sendInvoice(
  pool: Pool,
  { id, company, operator, role, request, reply }: InvoiceRequest,
  decisionSeq?: number,
): Promise<FastifyReply> {
  const reader = { id: operator.id, role, basePath: request.server.prefix };
  const invoice = await readInvoice(pool, company, id, reader, decisionSeq);
  return reply.type('application/json; charset=utf-8').send(invoice);
}

function invoiceRoute(app: FastifyInstance, deps: OperatorDeps): void {
  operations(app, deps, 'Supplier invoices').get('/companies/:companyId/invoices/:id', {
    id: 'readInvoice',
    permission: 'read',
    summary: 'Read a supplier invoice',
    description:
      'Returns the whole invoice: every field as it was sent, its findings, its files, what happened to it, and what can be done with it now.',
    answer: InvoiceRecord,
    handler: (context) => sendInvoice(deps.pool, context),
  });
}

export const invoiceDesk: Desk = { schemas: invoiceSchemas, routes: invoiceRoute };
