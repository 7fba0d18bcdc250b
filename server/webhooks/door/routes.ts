import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  changeOwn,
  changeOwnSecret,
  createOwn,
  listOwn,
  listOwnDeliveries,
  maxOwnEndpoints,
  pauseOwn,
  readOwn,
  removeOwn,
  resendOwn,
  resumeOwn,
  testOwn,
  webhookUnknown,
  type OwnWebhookCall,
} from './actions.ts';
import * as schemas from './schemas.ts';
import { webhookScopes } from './scopes.ts';
import { messageFor } from '../../door/create.ts';
import type { Door } from '../../door/door.ts';
import { operation } from '../../door/operation.ts';
import { ApiError, conflict, tooManyRequests, unavailable } from '../../errors/errors.ts';
import { createBuckets } from '../../ground/http/arrival/rate-limit.ts';
import { problem } from '../../ground/http/document/shapes.ts';
import { createTurns } from '../../ground/scheduling/turns.ts';

const path = '/doorway/v1/webhooks';
const inPath = { id: { description: 'The endpoint’s id.', examples: [schemas.exampleId] } };
const scope = 'webhooks:manage';

/** For each partner and operation, in each process. A call costs an audit entry, and for an address or a message other servers. */
const maxPerMinute = 10;
/** Concurrent messages by hand in each process; each waits up to 15 seconds for its answer. A partner has one. */
const maxSending = 4;

const off = problem(
  'The token lacks the scope, or the company has switched this off for the partner.',
  new ApiError('webhooks.off').message,
);
const unknown = problem('This partner has no such endpoint.', webhookUnknown().message);

const callOf = ({ grant, id }: FastifyRequest): OwnWebhookCall => ({ grant, traceId: id });

/** Of one operation. */
function createLimits(app: FastifyInstance) {
  const buckets = createBuckets(maxPerMinute / 60, maxPerMinute);
  const turns = createTurns({
    atOnce: maxSending,
    maxWaiting: 0,
    maxPerName: 0,
    refusal: () => unavailable('service.busy', { why: 'waiting' }),
  });
  const sending = new Set<string>();

  function limit({ partner }: FastifyRequest): void {
    const { taken, seconds } = buckets.take(partner.id);
    if (!taken) throw tooManyRequests(seconds);
  }

  async function send<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const { id } = request.partner;
    if (sending.has(id)) throw tooManyRequests(1);
    limit(request);
    // The call waits for the endpoint, so it must not hold the place of one that works.
    app.leaveTurn(request);
    sending.add(id);
    return turns.run(id, work).finally(() => sending.delete(id));
  }
  return { limit, send };
}

const create = operation({
  id: 'createOwnWebhook',
  method: 'POST',
  path,
  scope,
  summary: 'Create an endpoint of your own',
  description: `Creates an endpoint, which receives the events of your own records from the next one on. Only this answer has the secret; if it is lost, delete the endpoint or change its secret. A partner can create ${maxOwnEndpoints}. This call, and each other one that changes or sends something, is limited to ${maxPerMinute} a minute.`,
  body: schemas.OwnWebhookForm,
  answer: schemas.OwnWebhookCreated,
  example: { id: schemas.exampleId, secret: 'whsec_…', message: 'Endpoint created.' },
  invalid: {
    description: 'The address or a type is not allowed.',
    message: 'types[0] is an event type that partners do not get.',
  },
  otherAnswers: {
    403: off,
    409: problem(
      'The partner has as many endpoints as it may create.',
      conflict('webhooks.own', { most: maxOwnEndpoints }).message,
    ),
  },
  handler: (deps, app) => {
    const { limit } = createLimits(app);
    return async (request, reply) => {
      limit(request);
      reply.header('cache-control', 'no-store');
      return { ...(await createOwn(deps, callOf(request), request.body)), message: 'Endpoint created.' };
    };
  },
});

const list = operation({
  id: 'listOwnWebhooks',
  method: 'GET',
  path,
  scope,
  summary: 'List your endpoints',
  description: 'Answers the endpoints that receive the events of your records, also those that the company created.',
  answer: schemas.OwnWebhooks,
  answerDescription: 'The endpoints.',
  example: { webhooks: [schemas.exampleWebhook] },
  otherAnswers: { 403: off },
  handler:
    ({ pool }) =>
    async ({ partner }, reply) => {
      reply.header('cache-control', 'no-store');
      return { webhooks: await listOwn(pool, partner) };
    },
});

const read = operation({
  id: 'readOwnWebhook',
  method: 'GET',
  path: `${path}/:id`,
  scope,
  summary: 'Read an endpoint of yours',
  description: 'Answers an endpoint and its state.',
  parameters: inPath,
  answer: schemas.OwnWebhook,
  example: schemas.exampleWebhook,
  otherAnswers: { 403: off, 404: unknown },
  handler:
    ({ pool }) =>
    ({ partner, params }, reply) => {
      reply.header('cache-control', 'no-store');
      return readOwn(pool, partner, params.id);
    },
});

const change = operation({
  id: 'changeOwnWebhook',
  method: 'PATCH',
  path: `${path}/:id`,
  scope,
  summary: 'Change an endpoint of yours',
  description:
    'Changes the address, the types of events, or both. The address is checked as that of a new endpoint, and the token must be one that may read what the endpoint receives. The secret stays. At another address it continues where it stopped, with the first try at once; one that is off stays off. The company’s audit log has the former and the new address.',
  parameters: inPath,
  body: schemas.OwnWebhookPatch,
  answer: schemas.OwnWebhookChanged,
  answerDescription: 'It has these values.',
  example: { message: 'Endpoint changed.' },
  invalid: {
    description: 'The address or a type is not allowed.',
    message: 'types[0] is an event type that partners do not get.',
  },
  otherAnswers: { 403: off, 404: unknown },
  handler: (deps, app) => {
    const { limit } = createLimits(app);
    return async (request) => {
      limit(request);
      const { body, params } = request;
      const isChanged = await changeOwn(deps, callOf(request), params.id, body);
      const done = isChanged ? 'Endpoint changed.' : 'Nothing differs from what the endpoint has.';
      return { message: messageFor(done, schemas.OwnWebhookPatch, body, undefined, false) };
    };
  },
});

const remove = operation({
  id: 'deleteOwnWebhook',
  method: 'DELETE',
  path: `${path}/:id`,
  scope,
  summary: 'Delete an endpoint of yours',
  description: 'Deletes an endpoint. It receives nothing more.',
  parameters: inPath,
  answer: schemas.OwnWebhookChanged,
  answerDescription: 'It was deleted.',
  example: { message: 'Endpoint deleted.' },
  otherAnswers: { 403: off, 404: unknown },
  handler: (deps, app) => {
    const { limit } = createLimits(app);
    return async (request) => {
      limit(request);
      await removeOwn(deps, callOf(request), request.params.id);
      return { message: 'Endpoint deleted.' };
    };
  },
});

const changeSecret = operation({
  id: 'changeOwnWebhookSecret',
  method: 'POST',
  path: `${path}/:id/secret`,
  scope,
  summary: 'Change the secret of an endpoint of yours',
  description:
    'Creates a new secret, which only this answer has. For 24 hours both secrets sign every message, so that you can change over without losing any.',
  parameters: inPath,
  answer: schemas.OwnWebhookSecret,
  example: { secret: 'whsec_…', message: 'Secret changed. For 24 hours the former one signs, too.' },
  otherAnswers: { 403: off, 404: unknown },
  handler: (deps, app) => {
    const { limit } = createLimits(app);
    return async (request, reply) => {
      limit(request);
      reply.header('cache-control', 'no-store');
      const { secret } = await changeOwnSecret(deps, callOf(request), request.params.id);
      return { secret, message: 'Secret changed. For 24 hours the former one signs, too.' };
    };
  },
});

const pause = operation({
  id: 'pauseOwnWebhook',
  method: 'POST',
  path: `${path}/:id/pause`,
  scope,
  summary: 'Pause an endpoint of yours',
  description: 'Sends nothing more until it is resumed. An endpoint that is off stays as it is.',
  parameters: inPath,
  answer: schemas.OwnWebhookChanged,
  answerDescription: 'Nothing is sent to it.',
  example: { message: 'Nothing is sent to this endpoint until it is resumed.' },
  otherAnswers: { 403: off, 404: unknown },
  handler: (deps, app) => {
    const { limit } = createLimits(app);
    return async (request) => {
      limit(request);
      await pauseOwn(deps, callOf(request), request.params.id);
      return { message: 'Nothing is sent to this endpoint until it is resumed.' };
    };
  },
});

const resume = operation({
  id: 'resumeOwnWebhook',
  method: 'POST',
  path: `${path}/:id/resume`,
  scope,
  summary: 'Resume an endpoint of yours',
  description:
    'Sends the events again, from where it stopped and at once: after a pause, after 410, or after three days of failures. One that the company switched off stays off.',
  parameters: inPath,
  answer: schemas.OwnWebhookChanged,
  answerDescription: 'Events are sent to it.',
  example: { message: 'Events are sent to this endpoint.' },
  otherAnswers: {
    403: off,
    404: unknown,
    409: problem('The company switched it off.', conflict('webhook.locked', {}).message),
  },
  handler: (deps, app) => {
    const { limit } = createLimits(app);
    return async (request) => {
      limit(request);
      await resumeOwn(deps, callOf(request), request.params.id);
      return { message: 'Events are sent to this endpoint.' };
    };
  },
});

const test = operation({
  id: 'testOwnWebhook',
  method: 'POST',
  path: `${path}/:id/test`,
  scope,
  summary: 'Test an endpoint of yours',
  description:
    'Sends a message of the type webhook.test with the number 0 at once, also to an endpoint that is off, and answers the attempt, within 15 seconds. One at a time.',
  parameters: inPath,
  answer: schemas.OwnDelivery,
  example: { ...schemas.exampleDelivery, seq: 0, type: 'webhook.test' },
  otherAnswers: { 403: off, 404: unknown },
  handler: (deps, app) => {
    const { send } = createLimits(app);
    return (request) => send(request, () => testOwn(deps, callOf(request), request.params.id));
  },
});

const listDeliveries = operation({
  id: 'listOwnDeliveries',
  method: 'GET',
  path: `${path}/:id/deliveries`,
  scope,
  summary: 'List the attempts at an endpoint of yours',
  description:
    'Answers the attempts to send events, the newest first. They are kept for 30 days, unless the company has chosen otherwise.',
  parameters: inPath,
  query: schemas.DeliveriesQuery,
  answer: schemas.OwnDeliveries,
  answerDescription: 'The attempts.',
  example: { deliveries: [schemas.exampleDelivery] },
  invalid: { description: 'A query parameter is not valid.', message: 'limit takes a whole number from 1 to 1000.' },
  otherAnswers: { 403: off, 404: unknown },
  handler:
    ({ pool }) =>
    ({ partner, params, query }, reply) => {
      reply.header('cache-control', 'no-store');
      const { limit = '100', after } = query;
      return listOwnDeliveries(pool, partner, params.id, { limit: Number(limit), after });
    },
});

const resend = operation({
  id: 'resendOwnEvent',
  method: 'POST',
  path: `${path}/:id/resend`,
  scope,
  summary: 'Send an event again',
  description:
    'Sends one event at once, with its own id, also to an endpoint that is off, and answers the attempt, within 15 seconds. One at a time. The token must be one that may read the event.',
  parameters: inPath,
  body: schemas.OwnResend,
  answer: schemas.OwnDelivery,
  example: schemas.exampleDelivery,
  invalid: {
    description: 'The body is not valid, or there is no such event of yours.',
    message: new ApiError('webhook.event', { seq: 1042 }).message,
  },
  otherAnswers: { 403: off, 404: unknown },
  handler: (deps, app) => {
    const { send } = createLimits(app);
    return (request) => send(request, () => resendOwn(deps, callOf(request), request.params.id, request.body.seq));
  },
});

export const webhooksDoor: Door = {
  tag: { name: 'Webhooks', description: 'Endpoints of your own.' },
  scopes: webhookScopes,
  isByNameOnly: true,
  schemas: schemas.ownWebhookSchemas,
  operations: [create, list, read, change, remove, changeSecret, pause, resume, test, listDeliveries, resend],
};
