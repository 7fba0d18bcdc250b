import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { v7 as uuidv7 } from 'uuid';
import { noCompany } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { createQueue } from './queue.ts';
import { redact, scrub } from './redact.ts';
import { causeOf, placeProblems, reasonOf, subjectOf } from './rules.ts';
import { insertTraces, type Trace } from './store.ts';

/**
 * Keeps a trace of every call of a partner. It is taken once the answer has been sent and written later, with
 * others, so that no call waits for its trace.
 */
export function collectTraces(app: FastifyInstance, { config, pool, metrics, log }: Deps): void {
  const dropped = new Counter({
    name: 'doorway_traces_dropped_total',
    help: 'Traces of calls that were given up because the database could not take them in time.',
    registers: [metrics.registry],
  });
  const queue = createQueue({
    write: (company, traces) => insertTraces(pool, company, traces),
    dropped: (many) => dropped.inc(many),
    failed: (error) => log.warn({ err: error }, 'traces of calls could not be written'),
  });
  const ours = [`${config.basePath}/operator`, `${config.basePath}/console`];

  app.decorateRequest('answered', undefined);
  // Not onResponse, which is never called for a caller that has hung up; just that one may ask what became of the call.
  app.addHook('onSend', (request, reply, payload, done) => {
    const isPartners = request.routeOptions.config.scope !== undefined;
    if (isPartners || (request.is404 && !ours.some((path) => request.url.startsWith(path)))) {
      const collect = () => queue.add(request.partner?.companyId ?? noCompany, isPartners ? traceOf(request, reply) : traceOfNoPath(request, reply));
      if (reply.raw.destroyed) collect();
      else reply.raw.once('close', collect);
    }
    done(null, payload);
  });
  app.addHook('onClose', () => queue.close());
}

function traceOf(request: FastifyRequest, reply: FastifyReply): Trace {
  const { id: traceId, reason, problems = [], bodyText } = request;
  const { statusCode: status, elapsedTime: durationMs } = reply;
  const operation = request.routeOptions.config.operation as string;
  return {
    id: uuidv7(),
    traceId,
    at: new Date(Date.now() - durationMs),
    partnerId: request.partner?.id,
    operation,
    status,
    durationMs,
    reason: reason === undefined ? undefined : reasonOf(reason),
    cause: reason === undefined ? undefined : causeOf(reason, problems),
    problems: problems.length === 0 ? undefined : placeProblems(problems),
    body: bodyText !== '' && status >= 400 ? redact(bodyText, request.body !== undefined) : undefined,
    subjectId: status < 400 ? subjectOf(operation, request.answered, request.body) : undefined,
  };
}

/** A call that missed every path: where it went is what is wrong with it. */
function traceOfNoPath(request: FastifyRequest, reply: FastifyReply): Trace {
  const place = `${request.method} ${request.url.split('?', 1)[0]}`.slice(0, 300);
  return { ...traceOf(request, reply), operation: 'none', problems: [{ path: scrub(place), problem: 'is no operation of this interface' }] };
}
