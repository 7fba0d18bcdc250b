import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invoiceShape, messageFor, sendCreated, serveWith } from './same-setup.ts';
import type { Shape } from '../server/ground/http/document/fields.ts';
import { Supplier } from '../server/suppliers/shape.ts';
import { WorkOrder } from '../server/work-orders/door/schemas.ts';

/**
 * The most that this set-up can do: every request is received, authenticated, validated, answered and logged as in
 * production, but nothing is stored.
 */
const answer =
  (done: string, shape: Shape, more: () => object) => async (request: FastifyRequest, reply: FastifyReply) =>
    sendCreated(reply, {
      answer: { ...more(), message: messageFor(done, shape, request.body as object) },
      replayed: false,
    });

await serveWith({
  createSupplierInvoice: answer('Supplier invoice created.', invoiceShape, () => ({ id: randomUUID() })),
  createSupplier: answer('Supplier created.', Supplier, () => ({})),
  createWorkOrder: answer('Work order created.', WorkOrder, () => ({ id: randomUUID(), title: 'Kvarteret Eken #1' })),
});
