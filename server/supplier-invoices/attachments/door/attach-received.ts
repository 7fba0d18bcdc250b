import type { FastifyReply, FastifyRequest } from 'fastify';
import { attach, dryRunAttach } from './attachment-actions.ts';
import { removedAttachmentFields } from './attachment-schemas.ts';
import type { AttachmentRequest } from './receive.ts';
import { checkFile } from '../receiving/receive-file.ts';
import type { DoorDeps } from '../../../deps.ts';
import { idempotencyKey, messageFor, sendCreated } from '../../../door/create.ts';
import { sendDryRun, wouldBe } from '../../../door/dry-run.ts';
import type { Shape } from '../../../ground/http/document/fields.ts';
import { fingerprint, parseExactly } from '../../../ground/json/json.ts';

export const attached = 'File attached.';
export const wouldAttach = wouldBe('file would be attached');

export interface AttachOptions {
  /** The known fields. */
  shape: Shape;
  isDry?: boolean;
  /** Whether the path names the invoice; an unknown one is then a 404. */
  isInPath?: boolean;
}

/** Checks a file, attaches it and answers: the same for every way in. */
export async function attachReceived(
  deps: DoorDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  received: AttachmentRequest,
  { shape, isDry = false, isInPath = false }: AttachOptions,
): Promise<FastifyReply> {
  try {
    const contentType = await checkFile(received, deps.config.fileLimit);
    const { incoming, fileName, supplierInvoiceId, extra } = received;
    const identity = {
      supplierInvoiceId,
      fileName,
      sha256: incoming.sha256.toString('hex'),
      extra: parseExactly(extra),
    };
    const done = isDry ? wouldAttach : attached;
    const message = (afterDecision?: string) =>
      messageFor(
        afterDecision === undefined
          ? done
          : // What the company does with an approved invoice is not the partner's concern.
            `${done} Note: the invoice was ${afterDecision === 'booked' ? 'approved' : afterDecision} before this file arrived.`,
        shape,
        received.fields,
        removedAttachmentFields,
        !isDry,
      );
    const file = {
      supplierInvoiceId,
      isInPath,
      fileName,
      contentType,
      extra,
      traceId: request.id,
      message,
      key: await idempotencyKey(request, () => fingerprint(identity)),
    };
    if (isDry) return sendDryRun(reply, await dryRunAttach(deps, request.partner, incoming, file));
    return sendCreated(reply, await attach(deps, request.partner, incoming, file));
  } finally {
    await received.incoming.discard();
  }
}
