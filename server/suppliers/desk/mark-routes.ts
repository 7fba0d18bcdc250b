import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { blockSupplier, confirmSupplier, distinguishSuppliers } from './actions.ts';
import { SupplierBlock, SupplierDistinction } from './mark-schemas.ts';
import { exampleRecord, supplierInPath } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { checkAddress, checkForm, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { notFound } from '../../errors/errors.ts';
import { supplierNamed } from '../store.ts';

const tags = ['Suppliers'];
const path = '/companies/:companyId/suppliers';
const answer = jsonAnswer(Type.Ref('SupplierRecord'), 'The supplier.', exampleRecord);

/** What an operator says of a supplier besides its fields. `numberIn` is the supplier in the path, and `send` answers its record. */
export function markRoutes(
  app: FastifyInstance,
  { pool, followers }: OperatorDeps,
  numberIn: (request: FastifyRequest) => Promise<string>,
  send: (request: FastifyRequest, reply: FastifyReply, number: string) => Promise<FastifyReply>,
): void {
  const callOf = async (request: FastifyRequest) => ({
    company: request.company,
    operator: request.operator,
    traceId: request.id,
    number: await numberIn(request),
  });

  const blocking = (word: 'block' | 'unblock', blocks: boolean, summary: string, description: string) =>
    app.post(`${path}/:number/${word}`, {
      config: { operation: `${word}Supplier`, permission: 'edit' },
      attachValidation: true,
      preHandler: checkForm(SupplierBlock),
      schema: {
        operationId: `${word}Supplier`,
        summary,
        description,
        tags,
        params: supplierInPath,
        body: Type.Ref('SupplierBlock'),
        response: { 200: answer, ...operatorProblems(400, 401, 403, 404, 409) },
      },
      handler: async (request, reply) => {
        const call = await callOf(request);
        const reason = (request.body as SupplierBlock).reason.trim();
        await blockSupplier({ pool, followers }, call, blocks, reason);
        return send(request, reply, call.number);
      },
    });
  blocking(
    'block',
    true,
    'Block a supplier',
    'From now on invoices of the supplier are held when they arrive, with the finding payee.blocked. Partners can use its number as before. An invoice that is held can be released with a reason, by another operator than who blocked or unblocked the supplier. It is an event, supplier.updated.',
  );
  blocking(
    'unblock',
    false,
    'Unblock a supplier',
    'Invoices that arrive from now on are not held for it any more. Those that are held stay so until somebody releases them. It is an event, supplier.updated.',
  );

  app.post(`${path}/:number/confirm`, {
    config: { operation: 'confirmSupplier', permission: 'edit' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'confirmSupplier',
      summary: 'Confirm a supplier’s account',
      description:
        'Says that somebody of the company vouches for the account of a supplier that a partner registered. Invoices that arrive from now on have neither payee.first nor payee.twin; those that are held stay so until somebody releases them. It is an event, supplier.updated, and stands in the audit log.',
      tags,
      params: supplierInPath,
      response: { 200: answer, ...operatorProblems(401, 403, 404, 409) },
    },
    handler: async (request, reply) => {
      const call = await callOf(request);
      await confirmSupplier({ pool, followers }, call);
      return send(request, reply, call.number);
    },
  });

  app.post(`${path}/:number/distinguish`, {
    config: { operation: 'distinguishSuppliers', permission: 'edit' },
    attachValidation: true,
    preHandler: checkForm(SupplierDistinction),
    schema: {
      operationId: 'distinguishSuppliers',
      summary: 'Say that two suppliers are two',
      description:
        'Says of a supplier and another one that looks like it that they are two. Invoices that arrive from now on have no payee.twin for this pair, and duplicates are no longer looked for at the other one; those that are held stay so until somebody releases them. It is an event, supplier.updated, and stands in the audit log.',
      tags,
      params: supplierInPath,
      body: Type.Ref('SupplierDistinction'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: async (request, reply) => {
      const call = await callOf(request);
      const other = await supplierNamed(pool, request.company, (request.body as SupplierDistinction).other);
      if (other === undefined) throw notFound();
      await distinguishSuppliers({ pool, followers }, call, other);
      return send(request, reply, call.number);
    },
  });
}
