import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Gauge } from 'prom-client';
import { eventsAnswer, EventsQuery, inCompany } from './schemas.ts';
import { streamOf, wantsStream } from './stream.ts';
import type { Deps } from '../../deps.ts';
import { checkAddress } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { ApiError } from '../../errors/errors.ts';
import { whenClosed } from '../../ground/http/answers/closed.ts';
import type { Asked, FeedPage } from '../feed-store.ts';
import { asJson, nextEvents } from '../feed.ts';
import { createWaiting } from '../waiting.ts';

interface Query {
  after?: string;
  types?: string;
  limit?: string;
  wait?: string;
}

/** A stream that was revoked is cut off if it has not ended after this long. */
const endingMs = 250;

export function eventsRoutes(app: FastifyInstance, { pool, followers, metrics, draining }: Deps): void {
  const waiting = createWaiting(followers);
  draining.signal.addEventListener('abort', () => waiting.close(), { once: true });
  app.addHook('preClose', async () => waiting.close());
  new Gauge({
    name: 'doorway_events_waiting',
    help: 'Readers of the feed that wait for events, streams among them.',
    registers: [metrics.registry],
    collect() {
      this.set(waiting.many);
    },
  });

  /** A place among those who wait, if there is one left, until the reader has gone or may no longer have the answer. */
  function enter(request: FastifyRequest, reply: FastifyReply) {
    const waiter = waiting.enter(request.company, request.operator.id);
    const revocation = new AbortController();
    const unwatch = app.watchAdmission(request, () => {
      revocation.abort();
      waiter?.end();
    });
    whenClosed(reply, () => {
      unwatch();
      waiter?.end();
    });
    return { waiter, revoked: revocation.signal };
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, asked: Asked, seconds: number) {
    const waiter = seconds > 0 ? enter(request, reply).waiter : undefined;
    const page = await nextEvents(pool, request.company, asked, waiter, Date.now() + seconds * 1_000).finally(() =>
      waiter?.end(),
    );
    // A session or a token may have ended while it waited.
    if (waiter !== undefined) await app.admitAgain(request);
    // Whoever asks again has to find another process.
    if (waiting.closed) reply.header('connection', 'close');
    return reply.type('application/json; charset=utf-8').serializer(String).send(bodyOf(page));
  }

  async function sendStream(request: FastifyRequest, reply: FastifyReply, asked: Asked) {
    // A page that is read on is short, so that little is held for a reader who is slow.
    const short = { ...asked, limit: 100 };
    const { waiter, revoked } = enter(request, reply);
    // A reader who takes nothing keeps the stream from ending by itself.
    revoked.addEventListener('abort', () => setTimeout(() => reply.raw.destroy(), endingMs).unref(), { once: true });
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

  app.get('/companies/:companyId/events', {
    config: { operation: 'readEvents', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'readEvents',
      summary: 'Read what happens in a company',
      description:
        'Answers the events after a number, in order and without holes: no event is told before the one with the number below. Send the last of one answer as after of the next. With wait, the answer comes as soon as there is an event. With the header Accept: text/event-stream the events come as a stream of server-sent events; a reader that was cut off goes on after the number in its header Last-Event-ID. Where more wait than the service has room for, they are answered at once with what there is.',
      tags: ['Events'],
      params: inCompany,
      querystring: EventsQuery,
      response: { 200: eventsAnswer, ...operatorProblems(400, 401, 403, 404, 410) },
    },
    handler: async (request, reply) => {
      const { after, types, limit = '100', wait = '0' } = request.query as Query;
      const isRead = request.method === 'GET';
      const isStream = isRead && wantsStream(request.headers.accept);
      const from = isStream ? (lastEventId(request) ?? after) : after;
      const asked: Asked = {
        after: from === undefined ? undefined : Number(from),
        types: types?.split(','),
        limit: Number(limit),
      };
      return isStream ? sendStream(request, reply, asked) : sendPage(request, reply, asked, isRead ? Number(wait) : 0);
    },
  });
}

const bodyOf = ({ events, last }: FeedPage) => `{"events":[${events.map(asJson).join(',')}],"last":${last}}`;

/** What a reader that was cut off had seen last. */
function lastEventId({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id'];
  if (id === undefined || id === '') return undefined;
  if (typeof id !== 'string' || !/^\d{1,15}$/.test(id))
    throw new ApiError(
      'query.invalid',
      { why: 'reference', count: 1 },
      { problems: [problemAt('Last-Event-ID', 'field.invalid')] },
    );
  return id;
}
