import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { stringify } from 'lossless-json';
import Type from 'typebox';
import { patchSupplier } from './actions.ts';
import { proposalRoutes } from './proposal-routes.ts';
import { confirmationOf } from './proposals.ts';
import { changeList, changesWhere, readSupplierRecord } from './queries.ts';
import {
  ChangesQuery,
  exampleChange,
  exampleRecord,
  exampleRow,
  supplierInPath,
  SupplierPatch,
  SuppliersQuery,
} from './schemas.ts';
import { maskPersonal } from '../../checks/numbers/organization.ts';
import type { OperatorDeps } from '../../deps.ts';
import { catchingUpHeaders, listAnswer, sendList } from '../../desk/lists.ts';
import { checkAddress, checkForm, companyInPath, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { notFound } from '../../errors/errors.ts';
import { parseExactly } from '../../ground/json/json.ts';
import { supplierList, suppliersWhere } from '../projection.ts';
import { readProposals } from '../proposals-store.ts';
import { shownPatch } from '../rules.ts';
import { supplierNamed } from '../store.ts';

const tags = ['Suppliers'];
const path = '/companies/:companyId/suppliers';
const answer = jsonAnswer(Type.Ref('SupplierRecord'), 'The supplier.', exampleRecord);

export function supplierOperatorRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool, projections, followers } = deps;
  /** The digits of what partners sent are kept, so the answer does not pass through floats. */
  async function read({ company, operator, role }: FastifyRequest, number: string) {
    const [record, proposals] = await Promise.all([
      readSupplierRecord(pool, company, number),
      readProposals(pool, company, number),
    ]);
    if (record === undefined) throw notFound();
    return {
      ...record,
      organizationalNumber: maskPersonal(record.organizationalNumber),
      extra: parseExactly(record.extra),
      proposals: proposals.map((one) => ({
        ...one,
        patch: shownPatch(one.patch),
        confirm: confirmationOf(one, operator.id, role),
      })),
    };
  }
  const send = async (request: FastifyRequest, reply: FastifyReply, number: string) =>
    reply
      .serializer(exactly)
      .type('application/json; charset=utf-8')
      .send(await read(request, number));
  async function numberIn({ company, params }: FastifyRequest): Promise<string> {
    const number = await supplierNamed(pool, company, (params as { number: string }).number);
    if (number === undefined) throw notFound();
    return number;
  }
  const exactly = (record: unknown) => stringify(record) as string;

  app.get(path, {
    config: { operation: 'listSuppliersAsOperator', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listSuppliers',
      summary: 'List suppliers',
      description: 'Answers the company’s suppliers, page by page.',
      tags,
      params: Type.Object({ companyId: companyInPath }),
      querystring: SuppliersQuery,
      response: {
        200: { ...listAnswer(Type.Ref('SupplierRows'), 'A page of suppliers.', exampleRow), ...catchingUpHeaders },
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async (request, reply) => {
      const isCatchingUp = await projections.catchUp(request.company);
      return sendList(
        request,
        reply,
        'suppliers',
        pool,
        supplierList,
        suppliersWhere(request.company, (request.query as { q?: string }).q),
        isCatchingUp,
      );
    },
  });

  app.get(`${path}/:number`, {
    config: { operation: 'readSupplier', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'readSupplier',
      summary: 'Read a supplier',
      description: 'Answers all that is known of a supplier.',
      tags,
      params: supplierInPath,
      response: { 200: answer, ...operatorProblems(401, 403, 404) },
    },
    handler: async (request, reply) => send(request, reply, await numberIn(request)),
  });

  app.patch(`${path}/:number`, {
    config: { operation: 'changeSupplier', permission: 'edit' },
    attachValidation: true,
    preHandler: checkForm(SupplierPatch, { number: 'number.fixed' }),
    schema: {
      operationId: 'changeSupplier',
      summary: 'Change a supplier',
      description:
        'Changes the fields that are sent. Each change is kept in the supplier’s history and is an event, supplier.updated; where nothing differs, nothing is recorded. A bank giro, post giro, organisational number, IBAN or BIC that is changed must be valid, and an IBAN and a BIC must be of one country. The organisational number of a person is answered masked; sent back so, it stays as it is. Where the company’s settings say payeeTakesTwo, changes of the account, the name and the organisational number are not made but wait, as proposals of the record, until another operator confirms them.',
      tags,
      params: supplierInPath,
      body: Type.Ref('SupplierPatch'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404) },
    },
    handler: async (request, reply) => {
      const number = await numberIn(request);
      await patchSupplier(
        { pool, followers },
        request.company,
        request.operator,
        request.id,
        number,
        request.body as SupplierPatch,
      );
      return send(request, reply, number);
    },
  });

  app.get(`${path}/:number/history`, {
    config: { operation: 'listSupplierChanges', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listSupplierChanges',
      summary: 'List the history of a supplier',
      description:
        'Answers who registered a supplier and what was changed of it since, by operators and by imports on the command line, newest first, field by field.',
      tags,
      params: supplierInPath,
      querystring: ChangesQuery,
      response: {
        200: listAnswer(Type.Ref('SupplierChanges'), 'A page of changes.', exampleChange),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async (request, reply) => {
      return sendList(
        request,
        reply,
        'supplier-changes',
        pool,
        changeList,
        changesWhere(request.company, await numberIn(request)),
      );
    },
  });

  proposalRoutes(app, deps, send);
}
