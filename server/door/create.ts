import { isUtf8 } from 'node:buffer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unknownFields } from './unknown-fields.ts';
import { ApiError } from '../errors/errors.ts';
import type { CreationAnswer, WithFindings } from './create-once.ts';
import type { IdempotencyKey } from '../idempotency/store.ts';
import { isStorable } from '../ground/http/bodies/body.ts';
import { fingerprintOf } from '../ground/json/json.ts';
import type { RemovedFields, Shape } from '../ground/http/document/fields.ts';
import { faultOfIdentifier, identifierOf } from '../identifiers.ts';

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
