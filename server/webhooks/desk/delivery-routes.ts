import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { readWebhook, requireEndpoint } from './actions.ts';
import { readDelivery, resend, skip, testWebhook } from './mending.ts';
import { attemptList, attemptsWhere } from './queries.ts';
import { idOf, one, tags } from './routes.ts';
import {
  DeliveriesQuery,
  deliveryInPath,
  endpointInPath,
  exampleDelivery,
  examplePayload,
  exampleWebhook,
  ResendForm,
  SkipForm,
} from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { listAnswer, sendList } from '../../desk/lists.ts';
import { checkAddress, checkForm, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { unavailable } from '../../errors/errors.ts';
import { createTurns } from '../../ground/scheduling/turns.ts';

/** Whoever sends something by hand waits for the answer, up to 15 seconds; beyond so many at once nobody else may begin. */
const mostAtOnce = 8;

const exampleSent = { ...exampleDelivery, payload: examplePayload };
const sent = jsonAnswer(Type.Ref('WebhookDelivery'), 'The try, with what was sent.', exampleSent);

/** What was sent, and what is sent again. */
export function deliveryRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  const turns = createTurns({
    atOnce: mostAtOnce,
    maxWaiting: 0,
    maxPerName: 0,
    refusal: () => unavailable('service.busy', { why: 'waiting' }),
  });

  app.get(`${one}/deliveries`, {
    config: { operation: 'listDeliveries', permission: 'administer' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listDeliveries',
      summary: 'List what was sent to an endpoint',
      description:
        'Answers every try, the newest first, with its outcome and the beginning of the answer. They are kept for WEBHOOK_ATTEMPTS_KEPT_DAYS days, 30 by default.',
      tags,
      params: endpointInPath,
      querystring: DeliveriesQuery,
      response: {
        200: listAnswer(Type.Ref('WebhookDeliveryRows'), 'A page of tries.', exampleDelivery),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async (request, reply) => {
      const { company, query } = request;
      await requireEndpoint(pool, company, idOf(request), new Date());
      const where = attemptsWhere(company, idOf(request), query as DeliveriesQuery);
      return sendList(request, reply, 'deliveries', pool, attemptList, where);
    },
  });

  app.get(`${one}/deliveries/:deliveryId`, {
    config: { operation: 'readDelivery', permission: 'administer' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'readDelivery',
      summary: 'Read what was sent',
      description: 'Answers one try with the payload, where the event is still kept.',
      tags,
      params: deliveryInPath,
      response: { 200: sent, ...operatorProblems(401, 403, 404) },
    },
    handler: (request) =>
      readDelivery(pool, request.company, idOf(request), (request.params as { deliveryId: string }).deliveryId),
  });

  app.post(`${one}/test`, {
    config: { operation: 'testWebhook', permission: 'administer', needsSession: false },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'testWebhook',
      summary: 'Test an endpoint',
      description:
        'Sends a message of the type webhook.test with the number 0 at once, also to an endpoint that is off, and answers how it went.',
      tags,
      params: endpointInPath,
      response: { 200: sent, ...operatorProblems(401, 403, 404) },
    },
    handler: (request) => turns.run('', () => testWebhook(deps, request.company, request.operator, idOf(request))),
  });

  app.post(`${one}/resend`, {
    config: { operation: 'resendEvents', permission: 'administer' },
    attachValidation: true,
    preHandler: checkForm(ResendForm),
    schema: {
      operationId: 'resendEvents',
      summary: 'Send events again',
      description:
        'With seq, sends one event at once, also to an endpoint that is off, and answers how it went. With since, goes back to that number, so that all events from there on are sent again in order. Each has the id that it had before.',
      tags,
      params: endpointInPath,
      body: Type.Ref('WebhookResend'),
      response: {
        200: jsonAnswer(Type.Ref('WebhookResent'), 'The endpoint and the try.', {
          webhook: exampleWebhook,
          delivery: exampleSent,
        }),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: (request) =>
      turns.run('', () => resend(deps, request.company, request.operator, idOf(request), request.body as ResendForm)),
  });

  app.post(`${one}/skip`, {
    config: { operation: 'skipEvent', permission: 'administer' },
    attachValidation: true,
    preHandler: checkForm(SkipForm),
    schema: {
      operationId: 'skipEvent',
      summary: 'Pass over an event',
      description:
        'Passes over the event that was tried in vain, so that those behind it are sent. The audit log keeps which one it was.',
      tags,
      params: endpointInPath,
      body: Type.Ref('WebhookSkip'),
      response: {
        200: jsonAnswer(Type.Ref('WebhookRow'), 'The endpoint.', exampleWebhook),
        ...operatorProblems(400, 401, 403, 404, 409),
      },
    },
    handler: async (request) => {
      await skip(deps, request.company, request.operator, idOf(request), request.body as SkipForm);
      return readWebhook(pool, request.company, idOf(request), request.role);
    },
  });
}
