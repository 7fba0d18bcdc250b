import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import type { Call } from '../call.ts';
import type { Deps } from '../../deps.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { noCompany } from '../../ground/db/pool.ts';
import { whenClosed } from '../../ground/http/answers/closed.ts';
import { newId } from '../../ground/db/ids.ts';
import { idOf } from '../../door/record-kind.ts';
import { createQueue } from '../queue.ts';
import { redact, scrub } from '../redact.ts';
import { keptOf } from '../rules.ts';
import { createSample } from '../sample.ts';
import { createShares } from '../share.ts';
import { insertCalls } from '../store.ts';

/** So much is shown of the body of a call that nobody signed for. */
const mostOfNobodysBody = 2 * 1024;

/**
 * Keeps every call of a partner, and some of those that nobody signed for or that missed every path. It is taken once the answer has
 * been sent and written later, with others, so that no call waits for that.
 */
export function collectCalls(app: FastifyInstance, { config, pool, metrics, log }: Deps): void {
  const dropped = new Counter({
    name: 'doorway_traces_dropped_total',
    help: 'Traces of calls that were given up because the database could not take them in time.',
    registers: [metrics.registry],
  });
  const leftOut = new Counter({
    name: 'doorway_traces_left_out_total',
    help: 'Calls of which no trace was kept: those of nobody (nobody) beyond a few a minute and network, and those of a company whose traces of the hour have used up their share (budget).',
    labelNames: ['why'],
    registers: [metrics.registry],
  });
  for (const why of ['nobody', 'budget']) leftOut.inc({ why }, 0);
  const shares = createShares(config.traceBytes);
  const queue = createQueue({
    write: async (company, calls, again) => shares.note(company, await insertCalls(pool, company, calls, again)),
    dropped: (many) => dropped.inc(many),
    failed: (error) => log.warn({ err: error }, 'calls could not be kept'),
  });
  const isInSample = createSample();
  const ours = [`${config.basePath}/operator`, `${config.basePath}/console`];

  function collectPartners(request: FastifyRequest, reply: FastifyReply): void {
    const company = request.partner.companyId;
    const room = shares.roomFor(company, new Date());
    if (room === 'none') leftOut.inc({ why: 'budget' });
    else queue.add(company, callOf(request, reply, room === 'whole' ? undefined : 0));
  }

  const collectNobodys = (request: FastifyRequest, reply: FastifyReply) =>
    queue.add(noCompany, request.is404 ? callOfNoPath(request, reply) : callOf(request, reply, mostOfNobodysBody));

  // Not onResponse, which is never called for a caller that has hung up; just that one may ask what became of the call.
  app.addHook('onSend', (request, reply, payload, done) => {
    const isPartners = request.call.route.scope !== undefined;
    if (isPartners || (request.is404 && !ours.some((path) => request.url.startsWith(path)))) {
      const isNobodys = !request.partner;
      if (isNobodys && !isInSample(request.ip, Date.now())) leftOut.inc({ why: 'nobody' });
      else {
        const collect = isNobodys ? collectNobodys : collectPartners;
        if (reply.raw.destroyed) collect(request, reply);
        else whenClosed(reply, collect);
      }
    }
    done(null, payload);
  });
  app.addHook('onClose', () => queue.close());
}

/** With all that is shown of the body, or so many bytes of it. */
function callOf(request: FastifyRequest, reply: FastifyReply, mostOfBody?: number): Call {
  const { id: traceId, call } = request;
  const { statusCode: status, elapsedTime: durationMs } = reply;
  const { operation, creates } = call.route;
  const kept = call.refusal && keptOf(call.refusal);
  return {
    id: newId(),
    traceId,
    at: new Date(Date.now() - durationMs),
    partnerId: request.partner?.id,
    operation: operation as string,
    status,
    durationMs,
    reason: kept?.reason,
    code: kept?.code,
    parameters: kept?.parameters,
    cause: kept?.cause,
    problems: kept?.problems,
    body:
      call.text !== '' && status >= 400 && mostOfBody !== 0
        ? redact(call.text, request.body !== undefined, mostOfBody)
        : undefined,
    subjectId:
      creates !== undefined && call.answer !== undefined && status < 400
        ? idOf(creates, call.answer, request.body)
        : undefined,
  };
}

/** A call that missed every path: where it went is what is wrong with it. */
function callOfNoPath(request: FastifyRequest, reply: FastifyReply): Call {
  const place = `${request.method} ${request.url.split('?', 1)[0]}`.slice(0, 300);
  return {
    ...callOf(request, reply, mostOfNobodysBody),
    operation: 'none',
    problems: [problemAt(scrub(place), 'path.unknown')],
  };
}
