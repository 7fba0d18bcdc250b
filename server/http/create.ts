import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Key, Outcome } from '../db/once.ts';
import { badRequest, conflict, unavailable } from '../errors.ts';
import { findProblemsOfText, isStorable } from './body.ts';
import { fingerprint, parseExactly } from './json.ts';
import { collectProblems, findProblemsOfSchema, joinProblems } from './problems.ts';
import { unknownFields, type Removed, type Shape } from './unknown-fields.ts';

/** All problems of a JSON body at once. For a preHandler, on routes with attachValidation. */
export function checkBody(request: FastifyRequest, dates: readonly string[] = []): void {
  if (request.body === undefined) throw badRequest('body.empty', 'The body is empty. Send a JSON object.');
  const problems = collectProblems();
  findProblemsOfSchema(request.validationError?.validation, problems);
  findProblemsOfText(request, dates, problems);
  if (problems.list.length > 0) throw badRequest('body.invalid', `${joinProblems(problems.list)}.`, problems.list);
}

/** "Supplier created. Note: unknown field citty was kept but not used; did you mean city?" */
export function messageFor(done: string, shape: Shape, body: object, removed?: Removed): string {
  const unknown = unknownFields(shape, body, removed);
  return unknown.length === 0 ? done : `${done} Note: ${unknown.join(' ')}`;
}

/** What the Idempotency-Key header of a request stands for; `identity` is what makes two bodies the same. */
export function idempotencyKey(request: FastifyRequest, identity?: object): Key | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = String(header);
  if (key.trim() === '' || key.length > 255 || !isStorable(key))
    throw badRequest('key.invalid', 'The header Idempotency-Key takes 1 to 255 characters.');
  return {
    partnerId: request.partner.id,
    key,
    operation: request.routeOptions.config.operation as string,
    fingerprint: fingerprint(identity ?? parseExactly(request.bodyText)),
  };
}

export interface Answered<Answer> {
  answer: Answer;
  replayed: boolean;
}

/**
 * Writes, and where the row was refused asks why: `explain` throws the partner's error. If it finds no reason, what
 * stood in the way is gone by now, and the write is tried again.
 */
export async function createOrExplain<Answer>(
  write: () => Promise<Outcome<Answer>>,
  explain: () => Promise<void>,
): Promise<Answered<Answer>> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const outcome = await write();
    if ('created' in outcome) return { answer: outcome.created, replayed: false };
    if ('replayed' in outcome) return { answer: outcome.replayed, replayed: true };
    if ('keyTaken' in outcome)
      throw conflict('key.used', 'This Idempotency-Key was used before with another request. Send a new key, or the same body as then.');
    await explain();
  }
  throw unavailable('service.busy', 'Other requests for the same record are in the way. Send this one again.');
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What a creation answered, for whoever keeps a trace of it. */
    answered: unknown;
  }
}

export function sendCreated<Answer>(reply: FastifyReply, { answer, replayed }: Answered<Answer>): FastifyReply {
  reply.request.answered = answer;
  if (replayed) reply.header('idempotency-replayed', 'true');
  return reply.send(answer);
}
