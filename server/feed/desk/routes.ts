import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Gauge } from 'prom-client';
import { EventsQuery, FeedEvent, FeedEvents, streamFormat } from './schemas.ts';
import { streamOf, wantsStream } from './stream.ts';
import type { Deps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { operations } from '../../desk/operation.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { invalidQuery } from '../../errors/errors.ts';
import { whenLeft } from '../../ground/http/answers/closed.ts';
import { asJson, nextEvents, type FeedPage, type FeedQuery } from '../feed.ts';
import { createWaiting } from '../waiting.ts';

/** A revoked stream that has not ended after this long is cut off. */
const endTimeoutMs = 250;

function eventsRoutes(app: FastifyInstance, deps: Deps): void {
  const { pool, followers, metrics, draining } = deps;
  const waiting = createWaiting(followers);
  draining.signal.addEventListener('abort', () => waiting.close(), { once: true });
  app.addHook('preClose', async () => waiting.close());
  new Gauge({
    name: 'doorway_events_waiting',
    help: 'Readers of the feed that wait for events, streams among them.',
    registers: [metrics.registry],
    collect() {
      this.set(waiting.count);
    },
  });

  function enter(request: FastifyRequest, reply: FastifyReply) {
    const waiter = waiting.enter(request.company, request.operator.id);
    const revocation = new AbortController();
    const unwatch = app.watchAdmission(request, () => {
      revocation.abort();
      waiter?.end();
    });
    whenLeft(reply, () => {
      unwatch();
      waiter?.end();
    });
    return { waiter, revoked: revocation.signal };
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, feedQuery: FeedQuery, seconds: number) {
    const waiter = seconds > 0 ? enter(request, reply).waiter : undefined;
    const page = await nextEvents(pool, request.company, feedQuery, waiter, Date.now() + seconds * 1_000).finally(() =>
      waiter?.end(),
    );
    // The session or token may have ended during the wait.
    if (waiter !== undefined) await app.admitAgain(request);
    // The next request must reach another process.
    if (waiting.closed) reply.header('connection', 'close');
    return reply.type('application/json; charset=utf-8').serializer(String).send(bodyOf(page));
  }

  async function sendStream(request: FastifyRequest, reply: FastifyReply, feedQuery: FeedQuery) {
    // Short pages, so that the process holds little for a slow reader.
    const short = { ...feedQuery, limit: 100 };
    const { waiter, revoked } = enter(request, reply);
    // A stream whose client reads nothing does not end by itself.
    revoked.addEventListener('abort', () => setTimeout(() => reply.raw.destroy(), endTimeoutMs).unref(), {
      once: true,
    });
    const first = await nextEvents(pool, request.company, short);
    const next = async (after: number, until: number) => {
      if (revoked.aborted) return undefined;
      const page = await nextEvents(pool, request.company, { ...short, after }, waiter, until);
      const isLast = waiter === undefined ? page.events.length === 0 && page.last === page.newest : waiter.over;
      return isLast ? undefined : page;
    };
    reply.headers({ 'x-accel-buffering': 'no', connection: 'close' }).type('text/event-stream; charset=utf-8');
    return reply.send(Readable.from(streamOf({ first, next, revoked }), { objectMode: false }));
  }

  operations(app, deps, 'Events').get('/companies/:companyId/events', {
    id: 'readEvents',
    permission: 'read',
    summary: 'Read what happens in a company',
    description:
      'Returns the events after a number, in order and without gaps. Send last of one answer as after of the next. With wait, the answer comes as soon as there is an event. With the header Accept: text/event-stream the events come as a stream of server-sent events; a reader that was cut off continues after the number in its header Last-Event-ID. If more readers wait than the service has room for, further ones are answered at once.',
    query: EventsQuery,
    answer: FeedEvents,
    answerDescription: 'The next events; none if nothing of the requested types has happened.',
    formats: streamFormat,
    problems: [410],
    handler: ({ query: { after, types, limit = '100', wait = '0' }, request, reply }) => {
      const isRead = request.method === 'GET';
      const isStream = isRead && wantsStream(request.headers.accept);
      const from = isStream ? (lastEventId(request) ?? after) : after;
      const feedQuery = {
        after: from === undefined ? undefined : Number(from),
        types: types?.split(','),
        limit: Number(limit),
      };
      return isStream
        ? sendStream(request, reply, feedQuery)
        : sendPage(request, reply, feedQuery, isRead ? Number(wait) : 0);
    },
  });
}

export const eventsDesk: Desk = { schemas: [FeedEvent, FeedEvents], routes: eventsRoutes };

const bodyOf = ({ events, last }: FeedPage) => `{"events":[${events.map(asJson).join(',')}],"last":${last}}`;

function lastEventId({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id'];
  if (id === undefined || id === '') return undefined;
  if (typeof id !== 'string' || !/^\d{1,15}$/.test(id))
    throw invalidQuery([problemAt('Last-Event-ID', 'field.invalid')], 'reference');
  return id;
}
