import { isUtf8 } from 'node:buffer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Key, Outcome, Use } from '../ground/db/once.ts';
import { badRequest, conflict, unavailable } from '../errors/errors.ts';
import { faultOfIdentifier, identifierOf } from '../identifiers.ts';
import { quoted } from '../ground/short.ts';
import { findProblemsOfText, isStorable } from '../ground/http/body.ts';
import { describeDifferences, fingerprint, parseExactly } from '../ground/json/json.ts';
import { collectProblems, findProblemsOfSchema, joinProblems, type Problems } from '../ground/http/problems.ts';
import { unknownFields, type Removed, type Shape } from './unknown-fields.ts';

/**
 * All problems of a JSON body at once, whose known fields `shape` has and of which `identifiers` tell records apart. For a
 * preHandler, on routes with attachValidation.
 */
export function checkBody(request: FastifyRequest, shape: Shape = {}, identifiers: readonly string[] = []): void {
  if (request.body === undefined) throw badRequest('body.empty', 'The body is empty. Send a JSON object.');
  const problems = collectProblems();
  findProblemsOfSchema(request.validationError?.validation, problems);
  for (const path of request.repeatedNames ?? []) problems.add(path, 'is there twice');
  findProblemsOfText(request, shape, problems);
  findProblemsOfIdentifiers(request.body, identifiers, problems);
  if (problems.list.length > 0) throw badRequest('body.invalid', `${joinProblems(problems.list)}.`, problems.list);
}

function findProblemsOfIdentifiers(body: unknown, identifiers: readonly string[], problems: Problems): void {
  for (const field of identifiers) {
    const value = (body as Record<string, unknown> | null)?.[field];
    const fault = typeof value === 'string' ? faultOfIdentifier(value) : undefined;
    if (fault !== undefined) problems.add(field, fault);
  }
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
  const sent = textOfHeader(String(header));
  if (sent.trim() === '' || sent.length > 255 || !isStorable(sent))
    throw badRequest('key.invalid', 'The header Idempotency-Key takes 1 to 255 characters.');
  const fault = faultOfIdentifier(sent);
  if (fault !== undefined) throw badRequest('key.invalid', `The header Idempotency-Key ${fault}.`);
  return {
    partnerId: request.partner.id,
    key: identifierOf(sent),
    operation: request.routeOptions.config.operation as string,
    fingerprint: fingerprint(identity ?? parseExactly(request.bodyText)),
  };
}

/** Node reads each byte of a header as a character. Who sends others than ASCII sends them in UTF-8. */
function textOfHeader(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

export interface Answered<Answer> {
  answer: Answer;
  replayed: boolean;
}

/** How a refusal is explained. */
export interface Explanations {
  key: Key | undefined;
  /** Throws the partner's error. If it finds no reason, what stood in the way is gone by now. */
  explain: () => Promise<void>;
  /** Where a record that this operation made differs from what was sent now; undefined where that cannot be told. */
  differencesFrom: (subjectId: string) => Promise<string[] | undefined>;
}

/** Writes, and where the row was refused asks why; where there is no reason any more, the write is tried again. */
export async function createOrExplain<Answer>(
  write: () => Promise<Outcome<Answer>>,
  { key, explain, differencesFrom }: Explanations,
): Promise<Answered<Answer>> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const outcome = await write();
    if ('created' in outcome) return { answer: outcome.created, replayed: false };
    if ('replayed' in outcome) return { answer: outcome.replayed, replayed: true };
    if ('keyTaken' in outcome) throw await keyUsed(outcome.keyTaken, key, differencesFrom);
    await explain();
  }
  throw unavailable('service.busy', 'Other requests for the same record are in the way. Send this one again.');
}

/** What an operation makes, as a partner calls it. */
const made: Readonly<Record<string, string>> = {
  createSupplier: 'supplier',
  createSupplierInvoice: 'supplier invoice',
  attach: 'attachment',
  createWorkOrder: 'work order',
};

/** Says which operation used a key first and for which record, and where it was this one, what differs. */
async function keyUsed(
  { operation, subjectId }: Use,
  key: Key | undefined,
  differencesFrom: Explanations['differencesFrom'],
) {
  const record =
    subjectId === undefined
      ? ''
      : ` for ${made[operation] ?? 'record'} ${operation === 'createSupplier' ? quoted(subjectId) : subjectId}`;
  const isSame = operation === key?.operation;
  const paths = (isSame && subjectId !== undefined && (await differencesFrom(subjectId))) || [];
  const differs = paths.length === 0 ? '' : `; ${describeDifferences(paths)}`;
  return conflict(
    'key.used',
    `This Idempotency-Key was used before by ${operation}${record}${differs}. Send a new key${isSame ? ', or the same body as then' : ''}.`,
    subjectId,
  );
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
