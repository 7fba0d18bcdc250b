import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isEventOfSandbox, rehearsedFailures, takeRehearsals, writeDone, writeRehearsal } from '../checklist-store.ts';
import type { DoorDeps } from '../../deps.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { ApiError, invalidBody, tooManyRequests } from '../../errors/errors.ts';
import { whenLeft } from '../../ground/http/answers/closed.ts';
import { fingerprintOf, hashOf } from '../../ground/json/json.ts';
import { pause } from '../../ground/scheduling/pause.ts';
import type { ChecklistCode } from '../../../common/names/checklist.ts';

export const rehearsals = [...rehearsedFailures, 'error', 'slow', 'damaged-file'] as const;
type Rehearsal = (typeof rehearsals)[number];

const retryAfterSeconds = 2;
const slowMs = 10_000;
/** Slow requests keep their bodies in memory. */
const maxSlowPerPartner = 4;
const maxSlow = 40;
/** Clocks of two processes may differ this much. */
const toleranceMs = 100;

const doneBy: Record<(typeof rehearsedFailures)[number], ChecklistCode> = {
  unavailable: 'unavailable.waited',
  'rate-limited': 'ratelimit.waited',
  'lost-answer': 'answer.repeated',
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer of a request that succeeds is not sent. */
    losesAnswer: boolean;
  }
}

/**
 * Plays the failure that the header Doorway-Rehearse asks for, in sandboxes only, and notices requests that are sent
 * again after one. For every other partner it costs one comparison.
 */
export function rehearseFailures(
  app: FastifyInstance,
  { pool, draining }: Pick<DoorDeps, 'pool' | 'draining'>,
  sleep = pause,
): void {
  const slow = new Map<string, number>();
  let allSlow = 0;

  /** Holds neither a connection nor a turn. It ends early if the service stops or the client gives up. */
  async function beSlow(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { id } = request.partner;
    const own = slow.get(id) ?? 0;
    if (own >= maxSlowPerPartner || allSlow >= maxSlow) throw tooManyRequests(slowMs / 1000);
    slow.set(id, own + 1);
    allSlow += 1;
    app.leaveTurn(request);
    const left = new AbortController();
    whenLeft(reply, () => left.abort());
    await sleep(slowMs, AbortSignal.any([draining.signal, left.signal]));
    allSlow -= 1;
    const others = (slow.get(id) ?? 1) - 1;
    if (others === 0) slow.delete(id);
    else slow.set(id, others);
  }

  async function noteRepeat(request: FastifyRequest): Promise<void> {
    const now = new Date();
    const repeated = await takeRehearsals(pool, request.partner, await recognised(request));
    const items = repeated
      .filter(({ retryAt }) => retryAt.getTime() <= now.getTime() + toleranceMs)
      .map(({ kind }) => ({ code: doneBy[kind], at: now, traceId: request.id }));
    if (items.length > 0) await writeDone(pool, request.partner, items);
  }

  async function note(request: FastifyRequest): Promise<void> {
    await noteRepeat(request);
    if (request.call.route.operation === 'readOwnEvents' && !request.validationError) await notePolling(request);
  }

  /** A call that goes on after an event shows that the event was read. */
  async function notePolling(request: FastifyRequest): Promise<void> {
    const { after } = request.query as { after?: string };
    const { id, companyId } = request.partner;
    if (after !== undefined && (await isEventOfSandbox(pool, companyId, Number(after))))
      await writeDone(pool, { id, companyId }, [{ code: 'webhook.answered', at: new Date(), traceId: request.id }]);
  }

  async function play(request: FastifyRequest, reply: FastifyReply, asked: string): Promise<void> {
    const { route } = request.call;
    const values = rehearsals.filter((one) => one !== 'damaged-file' || route.creates?.type === 'attachment');
    const kind = values.find((one) => one === asked.trim().toLowerCase());
    if (kind === undefined) throw new ApiError('rehearsal.unknown', { values });
    request.call.measuredAs = 'rehearsal';
    if (kind === 'slow') return beSlow(request, reply);
    if (kind === 'damaged-file') throw invalidBody([problemAt('', 'file.broken', { kind: 'PDF', fault: 'cut' })]);
    const isRefusal = kind === 'unavailable' || kind === 'rate-limited';
    if (kind !== 'error') {
      const retryAt = new Date(Date.now() + (isRefusal ? retryAfterSeconds * 1000 : 0));
      await writeRehearsal(pool, request.partner, { kind, request: await recognised(request), retryAt });
    }
    if (kind === 'lost-answer') request.losesAnswer = true;
    else throw refusal(kind, isRefusal ? retryAfterSeconds : 0);
  }

  app.decorateRequest('losesAnswer', false);
  app.addHook('preHandler', (request, reply, done) => {
    const asked = request.headers['doorway-rehearse'];
    if (!request.partner?.isSandbox) return asked === undefined ? done() : done(new ApiError('rehearsal.live'));
    const played = asked === undefined ? note(request) : play(request, reply, String(asked));
    const finish = () => done();
    void played.then(finish, done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.losesAnswer) loseAnswer(request, reply);
    done(null, payload);
  });
}

function refusal(kind: Exclude<Rehearsal, 'slow' | 'lost-answer' | 'damaged-file'>, seconds: number): ApiError {
  const headers: Record<string, string> = seconds === 0 ? {} : { 'retry-after': String(seconds) };
  return new ApiError('rehearsal.played', { kind, seconds }, { headers });
}

/** A mistake is answered: the partner would look for it in vain. */
function loseAnswer(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.statusCode < 400) request.raw.socket.destroy();
}

/** The same request again has the same operation, and the same Idempotency-Key or body. */
async function recognised(request: FastifyRequest): Promise<Buffer> {
  const key = request.headers['idempotency-key'];
  const { call } = request;
  const rest =
    key !== undefined
      ? `key ${String(key)}`
      : call.text === ''
        ? `path ${request.url}`
        : `body ${(await fingerprintOf(call.text, request.partner.id)).toString('hex')}`;
  return hashOf(`${call.route.operation} ${rest}`);
}
