import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { changeView, createView, listViews, removeView } from './actions.ts';
import { companyParams, exampleView, ViewForm, ViewPatch, viewParams, ViewsQuery } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { checkAddress, checkForm, doneAnswer, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';

const tags = ['Views'];
const path = '/companies/:companyId/views';
const answer = jsonAnswer(Type.Ref('View'), 'The view.', exampleView);
const idOf = ({ params }: FastifyRequest) => (params as { id: string }).id;

export function viewRoutes(app: FastifyInstance, { pool }: OperatorDeps): void {
  app.get(path, {
    config: { operation: 'listViews', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listViews',
      summary: 'List the saved views of a list',
      description: 'Answers one’s own views of a list and those that others share, by name.',
      tags,
      params: companyParams,
      querystring: ViewsQuery,
      response: {
        200: jsonAnswer(Type.Ref('Views'), 'The views.', { views: [exampleView] }),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: (request) => listViews(pool, request.company, request, (request.query as { list: string }).list),
  });

  app.post(path, {
    config: { operation: 'createView', permission: 'edit' },
    attachValidation: true,
    preHandler: checkForm(ViewForm),
    schema: {
      operationId: 'createView',
      summary: 'Save a view',
      description:
        'Keeps filters and a sort of a list under a name, for oneself or for everybody in the company. At most 100 an operator and list.',
      tags,
      params: companyParams,
      body: Type.Ref('ViewForm'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: (request) => createView(pool, request.company, request, request.body as ViewForm),
  });

  app.patch(`${path}/:id`, {
    config: { operation: 'changeView', permission: 'edit' },
    attachValidation: true,
    preHandler: checkForm(ViewPatch),
    schema: {
      operationId: 'changeView',
      summary: 'Change a view',
      description:
        'Renames a view, gives it other filters, or shares it. Only its owner or an administrator may. The audit log keeps what was done to views that are shared.',
      tags,
      params: viewParams,
      body: Type.Ref('ViewPatch'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: (request) => changeView(pool, request.company, request, idOf(request), request.body as ViewPatch),
  });

  app.delete(`${path}/:id`, {
    config: { operation: 'deleteView', permission: 'edit' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'deleteView',
      summary: 'Delete a view',
      description: 'Only its owner or an administrator may.',
      tags,
      params: viewParams,
      response: { 204: doneAnswer, ...operatorProblems(401, 403, 404) },
    },
    handler: async (request, reply) => {
      await removeView(pool, request.company, request, idOf(request));
      return reply.code(204).send();
    },
  });
}
