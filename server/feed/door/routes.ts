import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Gauge } from 'prom-client';
import { nextForPartner } from './actions.ts';
import { EventsQuery, eventSchemas, exampleEvent, PartnerEvents } from './schemas.ts';
import type { DoorDeps } from '../../deps.ts';
import type { Door } from '../../door/door.ts';
import { anyScope, operation } from '../../door/operation.ts';
import { ApiError } from '../../errors/errors.ts';
import { whenLeft } from '../../ground/http/answers/closed.ts';
import { problem } from '../../ground/http/document/shapes.ts';
import { createWaiting } from '../waiting.ts';

/** Each waiter asks the partners' pool with every wake, so there are fewer than for operators. */
export const maxWaitingPerPartner = 5;
const wakeIntervalMs = 1_000;

const readOwnEvents = operation({
  id: 'readOwnEvents',
  method: 'GET',
  path: '/doorway/v1/events',
  scope: anyScope,
  records: 'failures',
  summary: 'Read what happened to your records',
  description:
    'Answers the events of your own records as webhooks carry them, in the order of their numbers, for partners that cannot receive webhooks. Send next of one answer as after of the next call. With wait, the answer comes as soon as there is an event; if more calls wait than the service has room for, further ones are answered at once. A token gets the events of the kinds of records that it may read. Events are kept for 90 days at least.',
  query: EventsQuery,
  answer: PartnerEvents,
  answerDescription: 'The next events; none if nothing has happened.',
  example: { events: [exampleEvent], next: 4711 },
  nextPage: 'The events after these, now or later.',
  invalid: { description: 'A query parameter is not valid.', message: 'wait takes a whole number from 0 to 30.' },
  otherAnswers: {
    410: problem(
      'The events after this number are no longer kept. Read the current records instead.',
      new ApiError('events.pruned', { first: 4711 }).message,
    ),
  },
  handler: (deps, app) => {
    const { pool } = deps;
    const waiting = waitingOn(app, deps);

    function enter(request: FastifyRequest, reply: FastifyReply) {
      const waiter = waiting.enter(request.partner.companyId, request.partner.id);
      // A call that waits must not hold the place of one that works.
      app.leaveTurn(request);
      whenLeft(reply, () => waiter?.end());
      return waiter;
    }

    return async (request, reply) => {
      const { after, limit = '100', wait = '0' } = request.query;
      const seconds = request.method === 'GET' ? Number(wait) : 0;
      const waiter = seconds > 0 ? enter(request, reply) : undefined;
      const from = { after: after === undefined ? undefined : Number(after), limit: Number(limit) };
      const body = await nextForPartner(pool, request.grant, from, waiter, Date.now() + seconds * 1_000).finally(() =>
        waiter?.end(),
      );
      // The token may have been revoked during the wait.
      if (waiter !== undefined) await app.admitPartnerAgain(request);
      // The next request must reach another process.
      if (waiting.closed) reply.header('connection', 'close');
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
      return reply.serializer(String).send(body);
    };
  },
});

function waitingOn(app: FastifyInstance, { followers, metrics, draining }: DoorDeps) {
  const waiting = createWaiting(followers, { maxPerReader: maxWaitingPerPartner, wakeIntervalMs });
  draining.signal.addEventListener('abort', () => waiting.close(), { once: true });
  app.addHook('preClose', async () => waiting.close());
  new Gauge({
    name: 'doorway_partner_events_waiting',
    help: 'Calls of partners that wait for events.',
    registers: [metrics.registry],
    collect() {
      this.set(waiting.count);
    },
  });
  return waiting;
}

export const eventsDoor: Door = {
  tag: { name: 'Your access' },
  scopes: {},
  schemas: eventSchemas,
  operations: [readOwnEvents],
};
