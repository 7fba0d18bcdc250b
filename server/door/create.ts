import { isUtf8 } from 'node:buffer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unknownFields } from './unknown-fields.ts';
import { ApiError, conflict, unavailable } from '../errors/errors.ts';
import type { IdempotencyKey, Outcome, KeyUse } from '../idempotency/store.ts';
import { isStorable } from '../ground/http/bodies/body.ts';
import { fingerprintOf } from '../ground/json/json.ts';
import type { RemovedFields, Shape } from '../ground/http/document/fields.ts';
import { faultOfIdentifier, identifierOf } from '../identifiers.ts';
import { differing } from '../../common/errors/words.ts';
import type { RecordKinds } from '../deps.ts';

/** Example: "Supplier created. Note: unknown field citty was kept but not used; did you mean city?" */
export function messageFor(
  done: string,
  shape: Shape,
  body: object,
  removed?: RemovedFields,
  /** Whether unknown fields are stored with the record. */
  isKept = true,
  more: readonly string[] = [],
): string {
  const notes = [...unknownFields(shape, body, removed, isKept), ...more];
  return notes.length === 0 ? done : `${done} Note: ${notes.join(' ')}`;
}

const maxKeyLength = 255;

/**
 * Reads the Idempotency-Key header. `identify` makes the fingerprint of the body; a reused key must come with the same
 * one.
 */
export async function idempotencyKey(
  request: FastifyRequest,
  identify: () => Buffer | Promise<Buffer> = () => fingerprintOf(request.call.text, request.partner.id),
): Promise<IdempotencyKey | undefined> {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const sent = textOfHeader(String(header));
  if (sent.trim() === '' || sent.length > maxKeyLength || !isStorable(sent))
    throw new ApiError('key.invalid', { why: 'length' });
  const fault = faultOfIdentifier(sent);
  if (fault?.code === 'text.hidden')
    throw new ApiError('key.invalid', { why: 'hidden', character: String(fault.parameters.character) });
  if (fault !== undefined) throw new ApiError('key.invalid', { why: 'long', most: maxKeyLength });
  return {
    partnerId: request.partner.id,
    key: identifierOf(sent),
    operation: request.call.route.operation as string,
    fingerprint: await identify(),
  };
}

/** Node decodes headers as latin1. Callers that send other characters than ASCII send them in UTF-8. */
function textOfHeader(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

export function sendCreated(
  reply: FastifyReply,
  { answer, replayed }: CreationAnswer<WithFindings<{ message: string }>>,
): FastifyReply {
  reply.request.call.answer = answer;
  if (replayed) reply.header('idempotency-replayed', 'true');
  if (answer.findingCodes !== undefined) reply.header('doorway-findings', answer.findingCodes);
  return reply.send(answer);
}

/** `findingCodes` becomes a header. It is kept with the Idempotency-Key, so that a replay has it too. */
export type WithFindings<Answer> = Answer & { findingCodes?: string | undefined };

export interface CreationAnswer<Answer> {
  answer: Answer;
  replayed: boolean;
}

export interface ConflictExplanations {
  key: IdempotencyKey | undefined;
  /** Every operation's record, because another operation may have used the key. */
  recordKinds: RecordKinds;
  /** Throws the error for the partner. If it returns, the obstacle no longer exists. */
  explain: () => Promise<void>;
  /**
   * Paths at which an existing record of this operation differs from the body; undefined if they cannot be compared.
   */
  differencesFrom: (subjectId: string) => Promise<string[] | undefined>;
  /**
   * Whether the record keeps the whole body: then a body without differences is the same one, whatever its fingerprint.
   */
  keepsBody?: boolean;
}

/** Writes the record, and explains why a row was refused. If the obstacle is gone by then, the write is tried again. */
export async function createOrExplain<Answer>(
  write: () => Promise<Outcome<Answer>>,
  { key, recordKinds, explain, differencesFrom, keepsBody = false }: ConflictExplanations,
): Promise<CreationAnswer<Answer>> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const outcome = await write();
    if ('created' in outcome) return { answer: outcome.created, replayed: false };
    if ('replayed' in outcome) return { answer: outcome.replayed, replayed: true };
    if ('keyTaken' in outcome) {
      const { operation, subjectId, answer } = outcome.keyTaken;
      const isSame = operation === key?.operation;
      const paths = isSame && subjectId !== undefined ? await differencesFrom(subjectId) : undefined;
      if (keepsBody && paths?.length === 0 && answer !== undefined) return { answer, replayed: true };
      throw keyUsed(outcome.keyTaken, isSame, recordKinds, paths);
    }
    await explain();
  }
  throw unavailable('service.busy', { why: 'record' });
}

function keyUsed(
  { operation, subjectId }: KeyUse<unknown>,
  isSame: boolean,
  recordKinds: RecordKinds,
  paths: string[] = [],
) {
  const made = recordKinds.get(operation);
  return conflict(
    'key.used',
    {
      operation,
      isSame,
      ...(subjectId !== undefined && {
        noun: made?.noun ?? 'record',
        id: subjectId,
        isOwnId: made?.knownBy !== undefined,
      }),
      ...differing(paths),
    },
    subjectId,
  );
}
