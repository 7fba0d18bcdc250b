import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { changeBulk, decideNext, dropBulk, openBulks, prepareBulk, readBulk } from './actions.ts';
import { BulkForm, bulkParams, BulkPatch, BulksQuery, exampleBulk } from './schemas.ts';
import { companyParams } from '../schemas.ts';
import type { OperatorDeps } from '../../../deps.ts';
import { checkAddress, checkForm, doneAnswer, jsonAnswer } from '../../../desk/requests.ts';
import { operatorProblems } from '../../../desk/shapes.ts';

const tags = ['Bulk decisions'];
const path = '/companies/:companyId/bulk';
const answer = jsonAnswer(Type.Ref('Bulk'), 'The bulk.', exampleBulk);
const idOf = ({ params }: FastifyRequest) => (params as { id: string }).id;

export function bulkRoutes(app: FastifyInstance, { pool, projections, followers }: OperatorDeps): void {
  app.post(path, {
    config: { operation: 'createBulk', permission: 'decide' },
    attachValidation: true,
    preHandler: checkForm(BulkForm),
    schema: {
      operationId: 'createBulk',
      summary: 'Choose many supplier invoices for one decision',
      description:
        'Writes down which invoices are to be approved or rejected, at most 10,000, and decides nothing yet. The answer has their sums by currency, and what is left out because it cannot be decided.',
      tags,
      params: companyParams,
      body: Type.Ref('BulkForm'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404) },
    },
    handler: ({ company, operator, body }) => prepareBulk({ pool, projections }, company, operator, body as BulkForm),
  });

  app.get(path, {
    config: { operation: 'listBulks', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listBulks',
      summary: 'List one’s own bulk decisions that are not finished',
      description: 'Answers what the signed-in operator began, or only prepared, and can go on with or drop.',
      tags,
      params: companyParams,
      querystring: BulksQuery,
      response: {
        200: jsonAnswer(Type.Ref('Bulks'), 'The bulks.', { bulks: [exampleBulk] }),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: ({ company, operator }) => openBulks(pool, company, operator),
  });

  app.get(`${path}/:id`, {
    config: { operation: 'readBulk', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'readBulk',
      summary: 'Read a bulk decision',
      description: 'Answers how far a bulk of the signed-in operator has come. It is kept for 30 days.',
      tags,
      params: bulkParams,
      response: { 200: answer, ...operatorProblems(401, 403, 404) },
    },
    handler: (request) => readBulk(pool, request.company, request.operator, idOf(request)),
  });

  app.patch(`${path}/:id`, {
    config: { operation: 'changeBulk', permission: 'decide' },
    attachValidation: true,
    preHandler: checkForm(BulkPatch),
    schema: {
      operationId: 'changeBulk',
      summary: 'Change a bulk decision before it begins',
      description:
        'Changes the reason, or whether those with findings are included, and answers anew what is left out. What was chosen stays the same. Once the first hundred is decided, it is a 409.',
      tags,
      params: bulkParams,
      body: Type.Ref('BulkPatch'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: (request) => changeBulk(pool, request.company, request.operator, idOf(request), request.body as BulkPatch),
  });

  app.post(`${path}/:id/next`, {
    config: { operation: 'decideBulk', permission: 'decide' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'decideBulk',
      summary: 'Decide the next hundred of a bulk',
      description:
        'Decides the next hundred invoices in one transaction, each as if it were decided alone: with its event and its entry in the audit log. What cannot be decided any more is left out. Call it until the answer is finished; it can be repeated at any time, and no invoice is decided twice.',
      tags,
      params: bulkParams,
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404) },
    },
    handler: (request) => decideNext({ pool, followers }, request.company, request.operator, idOf(request), request.id),
  });

  app.delete(`${path}/:id`, {
    config: { operation: 'dropBulk', permission: 'decide' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'dropBulk',
      summary: 'Drop what is left of a bulk',
      description: 'Takes what waits out of a bulk, which is finished then. What is decided already stays so.',
      tags,
      params: bulkParams,
      response: { 204: doneAnswer, ...operatorProblems(401, 403, 404) },
    },
    handler: async (request, reply) => {
      await dropBulk(pool, request.company, request.operator, idOf(request));
      return reply.code(204).send();
    },
  });
}
