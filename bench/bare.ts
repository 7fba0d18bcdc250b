import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import Type, { type TSchema } from 'typebox';
import { publishedKeyword } from '../server/ground/http/document/publish.ts';
import { SupplierInvoiceCreated } from '../server/supplier-invoices/door/schemas.ts';
import { Article, SupplierInvoice } from '../server/supplier-invoices/shape.ts';
import { SupplierCreated } from '../server/suppliers/door/schemas.ts';
import { Supplier } from '../server/suppliers/shape.ts';
import { WorkOrder, WorkOrderCreated } from '../server/work-orders/door/schemas.ts';
import { paths } from './bodies.ts';

/**
 * The least that can answer at all: Fastify with the same schemas and a compared token. No hooks, log, limits or
 * database.
 */
const { PORT, TOKENS = '' } = process.env;
const accepted = new Set(TOKENS.split(' ').map((token) => `Bearer ${token}`));

const app = Fastify({
  logger: false,
  ajv: {
    customOptions: {
      removeAdditional: false,
      coerceTypes: false,
      useDefaults: false,
      allErrors: true,
      allowUnionTypes: true,
      keywords: [publishedKeyword],
    },
  },
});
const schemas = [
  Article,
  SupplierInvoice,
  SupplierInvoiceCreated,
  Supplier,
  SupplierCreated,
  WorkOrder,
  WorkOrderCreated,
];
for (const schema of schemas) app.addSchema(schema);

const answer = (path: string, body: TSchema, created: TSchema, made: () => object) =>
  app.post(path, { schema: { body, response: { 200: created } } }, (request, reply) => {
    if (!accepted.has(request.headers.authorization ?? '')) return reply.callNotFound();
    return reply.send(made());
  });

answer(paths.invoices, Type.Ref('SupplierInvoice'), Type.Ref('SupplierInvoiceCreated'), () => ({
  id: randomUUID(),
  message: 'Supplier invoice created.',
}));
answer(paths.suppliers, Type.Ref('Supplier'), Type.Ref('SupplierCreated'), () => ({ message: 'Supplier created.' }));
answer(paths.workOrders, Type.Ref('WorkOrder'), Type.Ref('WorkOrderCreated'), () => ({
  id: randomUUID(),
  title: 'Kvarteret Eken #1',
  message: 'Work order created.',
}));
app.get('/health/live', (_request, reply) => reply.send({}));

await app.listen({ host: '127.0.0.1', port: Number(PORT) });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close());
