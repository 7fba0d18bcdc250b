import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { changeWebhook, changeWebhookSecret, createWebhook, readWebhook, removeWebhook } from './actions.ts';
import { endpointsFor, endpointsWhere } from './queries.ts';
import { endpointInPath, exampleWebhook, inCompany, WebhookForm, WebhookPatch, WebhooksQuery } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { listAnswer, sendList } from '../../desk/lists.ts';
import { checkAddress, checkForm, doneAnswer, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';

export const tags = ['Webhooks'];
const path = '/companies/:companyId/webhooks';
export const one = `${path}/:id`;
const secret = 'whsec_…';

export const idOf = ({ params }: FastifyRequest) => (params as { id: string }).id;

/** Where events are sent to. */
export function endpointRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;

  app.get(path, {
    config: { operation: 'listWebhooks', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listWebhooks',
      summary: 'List endpoints',
      description:
        'Answers where the company’s events are sent to, and how each endpoint fares. Operators who are no administrators are told only whose endpoints there are, and the state of each. A company has at most 20.',
      tags,
      params: inCompany,
      querystring: WebhooksQuery,
      response: {
        200: listAnswer(Type.Ref('WebhookRows'), 'The endpoints.', exampleWebhook),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async (request, reply) =>
      sendList(
        request,
        reply,
        'webhooks',
        pool,
        endpointsFor(request.role, request.company, new Date()),
        endpointsWhere(request.company, request.query as WebhooksQuery),
      ),
  });

  app.post(path, {
    config: { operation: 'createWebhook', permission: 'administer' },
    attachValidation: true,
    preHandler: checkForm(WebhookForm),
    schema: {
      operationId: 'createWebhook',
      summary: 'Create an endpoint',
      description:
        'Makes an endpoint, which is sent the events of these types from the next one on, or since a number. The secret is in this answer only.',
      tags,
      params: inCompany,
      body: Type.Ref('WebhookForm'),
      response: {
        200: jsonAnswer(Type.Ref('IssuedWebhook'), 'The endpoint, with its secret.', { id: exampleWebhook.id, secret }),
        ...operatorProblems(400, 401, 403, 404, 409),
      },
    },
    handler: ({ company, operator, body }) => createWebhook(deps, company, operator, body as WebhookForm),
  });

  app.get(one, {
    config: { operation: 'readWebhook', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'readWebhook',
      summary: 'Read an endpoint',
      description:
        'Answers an endpoint and how it fares. Operators who are no administrators are told only whose it is, and its state.',
      tags,
      params: endpointInPath,
      response: {
        200: jsonAnswer(Type.Ref('WebhookRow'), 'The endpoint.', exampleWebhook),
        ...operatorProblems(401, 403, 404),
      },
    },
    handler: (request) => readWebhook(pool, request.company, idOf(request), request.role),
  });

  app.patch(one, {
    config: { operation: 'changeWebhook', permission: 'administer' },
    attachValidation: true,
    preHandler: checkForm(WebhookPatch, { partnerId: 'field.fixed' }),
    schema: {
      operationId: 'changeWebhook',
      summary: 'Change an endpoint',
      description:
        'Changes its address or its types, or switches it off or on. Switched on, or at another address, it goes on where it stopped, with the first try at once.',
      tags,
      params: endpointInPath,
      body: Type.Ref('WebhookPatch'),
      response: {
        200: jsonAnswer(Type.Ref('WebhookRow'), 'The endpoint.', exampleWebhook),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async (request) => {
      const [company, id] = [request.company, idOf(request)];
      await changeWebhook(deps, company, request.operator, id, request.body as WebhookPatch);
      return readWebhook(pool, company, id, request.role);
    },
  });

  app.delete(one, {
    config: { operation: 'deleteWebhook', permission: 'administer' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'deleteWebhook',
      summary: 'Delete an endpoint',
      description: 'Nothing more is sent to it, and what was tried is no longer shown.',
      tags,
      params: endpointInPath,
      response: { 204: doneAnswer, ...operatorProblems(401, 403, 404) },
    },
    handler: async (request, reply) => {
      await removeWebhook(deps, request.company, request.operator, idOf(request));
      return reply.code(204).send();
    },
  });

  app.post(`${one}/secret`, {
    config: { operation: 'changeWebhookSecret', permission: 'administer' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'changeWebhookSecret',
      summary: 'Change the secret of an endpoint',
      description:
        'Makes a new secret. For 24 hours every message is signed with both, so that the receiver can change over without losing any. The secret is in this answer only.',
      tags,
      params: endpointInPath,
      response: {
        200: jsonAnswer(Type.Ref('WebhookSecret'), 'The new secret.', { secret }),
        ...operatorProblems(401, 403, 404),
      },
    },
    handler: (request) => changeWebhookSecret(deps, request.company, request.operator, idOf(request)),
  });
}
