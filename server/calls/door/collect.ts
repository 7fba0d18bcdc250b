import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import type { Deps, RecordKind } from '../../deps.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { noCompany, type CompanyId } from '../../ground/db/pool.ts';
import { whenClosed } from '../../ground/http/answers/closed.ts';
import { asksForDryRun } from '../../door/dry-run.ts';
import { newId } from '../../ground/db/ids.ts';
import { identifierOf } from '../../identifiers.ts';
import { createQueue } from '../queue.ts';
import { redact, scrub } from '../redact.ts';
import { storedRefusal, type Call } from '../rules.ts';
import { createHourlyBudget, createSample } from '../limits.ts';
import { insertCalls } from '../store.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes the calls of a company that this process has answered, so that they can be read. */
    flushCalls(company: CompanyId): Promise<void>;
  }
}

const maxUnknownBodyBytes = 2 * 1024;

/**
 * Stores every call of a partner, and some of those without a valid token or with an unknown path. A call is collected
 * after its answer was sent and written later, with others, so that no caller waits for it.
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
  const budget = createHourlyBudget(config.traceBytes);
  const queue = createQueue({
    write: async (company, calls, again) => budget.note(company, await insertCalls(pool, company, calls, again)),
    dropped: (count) => dropped.inc(count),
    failed: (error) => log.warn({ err: error }, 'calls could not be kept'),
  });
  const isInSample = createSample();
  const deskPaths = [`${config.basePath}/operator`, `${config.basePath}/console`];

  function collectOfPartner(request: FastifyRequest, reply: FastifyReply): void {
    if (request.call.route.records === 'failures' && isAsExpected(reply.statusCode)) return;
    const company = request.partner.companyId;
    const room = budget.roomFor(company, new Date());
    if (room === 'none') leftOut.inc({ why: 'budget' });
    else queue.add(company, callOf(request, reply, room === 'whole' ? undefined : 0));
  }

  const collectOfUnknown = (request: FastifyRequest, reply: FastifyReply) =>
    queue.add(noCompany, request.is404 ? callOfNoPath(request, reply) : callOf(request, reply, maxUnknownBodyBytes));

  // Not onResponse, which is not called for a caller that has hung up; that caller is likely to ask about the call.
  app.addHook('onSend', (request, reply, payload, done) => {
    const isPartnerRoute = request.call.route.scope !== undefined;
    if (isPartnerRoute || (request.is404 && !deskPaths.some((path) => request.url.startsWith(path)))) {
      const isUnknown = !request.partner;
      if (isUnknown && !isInSample(request.ip, Date.now())) leftOut.inc({ why: 'nobody' });
      else {
        const collect = isUnknown ? collectOfUnknown : collectOfPartner;
        if (reply.raw.destroyed) collect(request, reply);
        else whenClosed(reply, collect);
      }
    }
    done(null, payload);
  });
  app.decorate('flushCalls', (company: CompanyId) => queue.flush(company));
  app.addHook('onClose', () => queue.close());
}

/** A 404 is the usual answer while a partner waits for a call to appear. */
const isAsExpected = (status: number) => status < 400 || status === 404;

function callOf(request: FastifyRequest, reply: FastifyReply, maxBodyBytes?: number): Call {
  const { id: traceId, call } = request;
  const { statusCode: status, elapsedTime: durationMs } = reply;
  const { operation, creates } = call.route;
  const refusal = call.refusal && storedRefusal(call.refusal);
  return {
    id: newId(),
    traceId,
    at: new Date(Date.now() - durationMs),
    partnerId: request.partner?.id,
    operation: operation as string,
    status,
    durationMs,
    reason: refusal?.reason,
    code: refusal?.code,
    parameters: refusal?.parameters,
    cause: refusal?.cause,
    problems: refusal?.problems,
    body:
      call.text !== '' && status >= 400 && maxBodyBytes !== 0
        ? redact(call.text, request.body !== undefined, maxBodyBytes)
        : undefined,
    isDryRun: (creates !== undefined && asksForDryRun(request)) || undefined,
    isReplay: reply.hasHeader('idempotency-replayed') || undefined,
    subjectId:
      creates !== undefined && call.answer !== undefined && status < 400
        ? idOf(creates, call.answer, request.body)
        : undefined,
  };
}

function callOfNoPath(request: FastifyRequest, reply: FastifyReply): Call {
  const target = `${request.method} ${request.url.split('?', 1)[0]}`.slice(0, 300);
  return {
    ...callOf(request, reply, maxUnknownBodyBytes),
    operation: 'none',
    problems: [problemAt(scrub(target), 'path.unknown')],
  };
}

const idOf = ({ knownBy }: RecordKind, answer: unknown, body: unknown): string =>
  knownBy === undefined ? (answer as { id: string }).id : identifierOf((body as Record<string, string>)[knownBy] ?? '');
