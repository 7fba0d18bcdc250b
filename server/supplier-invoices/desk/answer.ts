import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { readInvoice } from './actions.ts';
import { exampleInvoice } from './schemas.ts';
import { jsonAnswer } from '../../desk/requests.ts';
import type { Pool } from '../../ground/db/pool.ts';

/** What reading an invoice answers, and whatever changes one. */
export const invoiceAnswer = jsonAnswer(Type.Ref('InvoiceRecord'), 'The invoice.', exampleInvoice);

export async function sendInvoice(pool: Pool, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { id } = request.params as { id: string };
  const { company, operator, role, server } = request;
  return reply
    .type('application/json; charset=utf-8')
    .send(await readInvoice(pool, company, id, { id: operator.id, role, at: server.prefix }));
}
