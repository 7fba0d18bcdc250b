import type { FastifyInstance } from 'fastify';
import {
  changeWebhook,
  changeWebhookSecret,
  createWebhook,
  readWebhook,
  removeWebhook,
  webhooksList,
} from './actions.ts';
import { deliveriesList, readDelivery, resend, skip, testWebhook } from './delivery-actions.ts';
import * as schemas from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { operations } from '../../desk/operation.ts';
import { idInPath } from '../../desk/requests.ts';
import { unavailable } from '../../errors/errors.ts';
import { createTurns } from '../../ground/scheduling/turns.ts';

const path = '/companies/:companyId/webhooks';
const parameters = { id: idInPath('The endpoint’s id.'), deliveryId: idInPath('The id of the attempt.') };

/** Concurrent messages that operators send by hand. Each request waits up to 15 seconds for its answer. */
const maxSending = 8;

function webhookRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  const operation = operations(app, deps, 'Webhooks', parameters);
  const sending = createTurns({
    atOnce: maxSending,
    maxWaiting: 0,
    maxPerName: 0,
    refusal: () => unavailable('service.busy', { why: 'waiting' }),
  });

  operation.list(path, {
    id: 'listWebhooks',
    permission: 'read',
    summary: 'List endpoints',
    description:
      'Returns the endpoints that receive the company’s events, with the state of each. Operators who are not administrators see only whose endpoints there are, and their state. A company has at most 20, without those that partners create themselves.',
    query: schemas.WebhooksQuery,
    answer: schemas.WebhookRows,
    file: 'webhooks',
    source: ({ company, role, query }) => webhooksList(company, role, query),
  });

  operation.post(path, {
    id: 'createWebhook',
    proof: true,
    permission: 'administer',
    summary: 'Create an endpoint',
    description:
      'Creates an endpoint, which receives events of these types from the next one on, or since a number. Only this answer has the secret.',
    body: schemas.WebhookForm,
    answer: schemas.IssuedWebhook,
    answerDescription: 'The endpoint, with its secret.',
    problems: [409],
    handler: (call) => createWebhook(deps, call),
  });

  operation.get(`${path}/:id`, {
    id: 'readWebhook',
    permission: 'read',
    summary: 'Read an endpoint',
    description:
      'Returns an endpoint and its state. Operators who are not administrators see only whose it is, and its state.',
    answer: schemas.Webhook,
    answerDescription: 'The endpoint.',
    handler: ({ company, role, id }) => readWebhook(pool, company, id, role),
  });

  operation.patch(`${path}/:id`, {
    id: 'changeWebhook',
    proof: true,
    permission: 'administer',
    summary: 'Change an endpoint',
    description:
      'Changes the address or the types, or switches the endpoint off or on. Switched on, or at another address, it continues where it stopped, with the first try at once.',
    body: schemas.WebhookPatch,
    refused: { partnerId: 'field.fixed' },
    answer: schemas.Webhook,
    answerDescription: 'The endpoint.',
    handler: async (call) => {
      await changeWebhook(deps, call);
      return readWebhook(pool, call.company, call.id, call.role);
    },
  });

  operation.delete(`${path}/:id`, {
    id: 'deleteWebhook',
    proof: true,
    permission: 'administer',
    summary: 'Delete an endpoint',
    description: 'Deletes an endpoint. It receives nothing more, and its attempts are no longer shown.',
    handler: (call) => removeWebhook(deps, call),
  });

  operation.post(`${path}/:id/secret`, {
    id: 'changeWebhookSecret',
    proof: true,
    permission: 'administer',
    summary: 'Change the secret of an endpoint',
    description:
      'Creates a new secret. For 24 hours both secrets sign every message, so that the receiver can change over without losing any. Only this answer has the secret.',
    answer: schemas.WebhookSecret,
    answerDescription: 'The new secret.',
    handler: (call) => changeWebhookSecret(deps, call),
  });

  operation.list(`${path}/:id/deliveries`, {
    id: 'listDeliveries',
    permission: 'administer',
    summary: 'List the attempts at an endpoint',
    description:
      'Returns every attempt to send an event, the newest first, with its outcome and the beginning of the answer. Attempts are kept for WEBHOOK_ATTEMPTS_KEPT_DAYS days, 30 by default.',
    query: schemas.DeliveriesQuery,
    answer: schemas.WebhookDeliveryRows,
    file: 'deliveries',
    source: ({ company, id, query }) => deliveriesList(pool, company, id, query),
  });

  operation.get(`${path}/:id/deliveries/:deliveryId`, {
    id: 'readDelivery',
    permission: 'administer',
    summary: 'Read an attempt',
    description: 'Returns one attempt, with its payload if the event is still stored.',
    answer: schemas.WebhookDelivery,
    handler: ({ company, id, deliveryId }) => readDelivery(pool, company, id, deliveryId),
  });

  operation.post(`${path}/:id/test`, {
    id: 'testWebhook',
    permission: 'administer',
    needsSession: false,
    summary: 'Test an endpoint',
    description:
      'Sends a message of the type webhook.test with the number 0 at once, also to an endpoint that is off, and returns the attempt.',
    answer: schemas.WebhookDelivery,
    handler: (call) => sending.run('', () => testWebhook(deps, call)),
  });

  operation.post(`${path}/:id/resend`, {
    id: 'resendEvents',
    permission: 'administer',
    summary: 'Send events again',
    description:
      'With seq, sends one event at once, also to an endpoint that is off, and returns the attempt. With since, goes back to that number, so that all events from there on are sent again in order. Each keeps its id.',
    body: schemas.ResendForm,
    answer: schemas.Resent,
    answerDescription: 'The endpoint and the attempt.',
    handler: (call) => sending.run('', () => resend(deps, call)),
  });

  operation.post(`${path}/:id/skip`, {
    id: 'skipEvent',
    permission: 'administer',
    summary: 'Pass over an event',
    description:
      'Passes over the event whose tries failed, so that the events behind it are sent. The audit log has which one it was.',
    body: schemas.SkipForm,
    answer: schemas.Webhook,
    answerDescription: 'The endpoint.',
    problems: [409],
    handler: async (call) => {
      await skip(deps, call);
      return readWebhook(pool, call.company, call.id, call.role);
    },
  });
}

export const webhooksDesk: Desk = {
  schemas: [
    schemas.WebhookForm,
    schemas.WebhookPatch,
    schemas.Webhook,
    schemas.WebhookRows,
    schemas.IssuedWebhook,
    schemas.WebhookSecret,
    schemas.WebhookDeliveryRow,
    schemas.WebhookDeliveryRows,
    schemas.WebhookDelivery,
    schemas.ResendForm,
    schemas.Resent,
    schemas.SkipForm,
  ],
  routes: webhookRoutes,
};
