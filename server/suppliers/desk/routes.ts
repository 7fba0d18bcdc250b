import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { patchSupplier, registerSupplier } from './actions.ts';
import { readLookAlikesOf, readSupplierAnswer } from './answer.ts';
import { markRoutes } from './mark-routes.ts';
import { proposalRoutes } from './proposal-routes.ts';
import { shownProposal } from './proposals.ts';
import { changeList, changesWhere } from './queries.ts';
import {
  ChangesQuery,
  exampleChange,
  exampleFigures,
  exampleRecord,
  exampleRow,
  SupplierForm,
  supplierInPath,
  SupplierPatch,
  SuppliersQuery,
} from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { etagHeaders, etagOf, expectedBy } from '../../desk/etag.ts';
import { catchingUpHeaders, listAnswer, sendList, tellCatchingUp } from '../../desk/lists.ts';
import { checkAddress, checkForm, companyInPath, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { notFound } from '../../errors/errors.ts';
import { figuresOfSupplier } from '../../supplier-invoices/lists/figures-store.ts';
import { supplierList, suppliersWhere } from '../projection.ts';
import { readProposals } from '../proposals-store.ts';
import { supplierNamed } from '../store.ts';

const tags = ['Suppliers'];
const path = '/companies/:companyId/suppliers';
const answer = { ...jsonAnswer(Type.Ref('SupplierRecord'), 'The supplier.', exampleRecord), ...etagHeaders };
const asItIs = (text: unknown) => text as string;

export function supplierOperatorRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool, projections, followers } = deps;
  async function numberIn({ company, params }: FastifyRequest): Promise<string> {
    const number = await supplierNamed(pool, company, (params as { number: string }).number);
    if (number === undefined) throw notFound();
    return number;
  }
  async function send({ company, operator, role }: FastifyRequest, reply: FastifyReply, number: string) {
    const text = await readSupplierAnswer(pool, company, number);
    if (text === undefined) throw notFound();
    // The validator is of the record alone, and not of what waits or of other suppliers.
    const proposals = (await readProposals(pool, company, number)).map((one) => shownProposal(one, operator.id, role));
    const alike = await readLookAlikesOf(pool, company, number);
    return reply
      .header('etag', etagOf(text))
      .serializer(asItIs)
      .type('application/json; charset=utf-8')
      .send(`${text.slice(0, -1)},"proposals":${JSON.stringify(proposals)},"alike":${JSON.stringify(alike)}}`);
  }
  const callOf = ({ company, operator, id: traceId }: FastifyRequest) => ({ company, operator, traceId });

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

  app.post(path, {
    config: { operation: 'registerSupplier', permission: 'edit' },
    attachValidation: true,
    preHandler: checkForm(SupplierForm),
    schema: {
      operationId: 'registerSupplier',
      summary: 'Register a supplier',
      description:
        'Makes a supplier, to which partners’ invoices can refer from then on. It is an event, supplier.created. A bank giro, post giro, organisational number, IBAN or BIC must be valid, and an IBAN and a BIC must be of one country.',
      tags,
      params: Type.Object({ companyId: companyInPath }),
      body: Type.Ref('SupplierForm'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: async (request, reply) => {
      const number = await registerSupplier({ pool, followers }, callOf(request), request.body as SupplierForm);
      return send(request, reply, number);
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
    config: { operation: 'changeSupplier', permission: 'edit', ifMatch: true },
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
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404, 412) },
    },
    handler: async (request, reply) => {
      const number = await numberIn(request);
      const call = { ...callOf(request), number };
      await patchSupplier({ pool, followers }, call, request.body as SupplierPatch, expectedBy(request));
      return send(request, reply, number);
    },
  });

  app.get(`${path}/:number/figures`, {
    config: { operation: 'readSupplierFigures', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'readSupplierFigures',
      summary: 'Read the figures of a supplier',
      description:
        'Answers how many invoices the supplier has sent, and what they come to, by year and currency. Rejected invoices do not count. Of more than 100,000 invoices the latest are counted.',
      tags,
      params: supplierInPath,
      response: {
        200: { ...jsonAnswer(Type.Ref('SupplierFigures'), 'The figures.', exampleFigures), ...catchingUpHeaders },
        ...operatorProblems(401, 403, 404),
      },
    },
    handler: async (request, reply) => {
      const number = await numberIn(request);
      const told = tellCatchingUp(reply, await projections.catchUp(request.company));
      return { ...(await figuresOfSupplier(pool, request.company, number)), ...told };
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

  markRoutes(app, deps, numberIn, send);
  proposalRoutes(app, deps, send);
}
