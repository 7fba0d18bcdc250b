import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { attached, attachReceived } from './attach-received.ts';
import { createdAttachment } from './attachment-actions.ts';
import { AttachmentCreated, AttachmentForm } from './attachment-schemas.ts';
import { receiveBytes } from './receive.ts';
import { sizeInWords } from '../../../../common/errors/words.ts';
import type { Door } from '../../../door/door.ts';
import { operation } from '../../../door/operation.ts';
import { recordUnknown } from '../../../door/shapes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body, which the handler streams to disk. */
    fileBytes: Readable | undefined;
  }
}

const putFile = operation({
  id: 'putSupplierInvoiceFile',
  method: 'PUT',
  path: '/supplierinvoices/supplierinvoices/:id/files/:name',
  scope: 'supplierinvoices:write',
  creates: createdAttachment,
  summary: 'Attach a file as its bytes',
  description: ({ fileLimit }) =>
    `Does what attach does, for clients that do not write forms well: the body is the file, of at most ${sizeInWords(fileLimit)}, and the path names the invoice and the file. The Content-Type may be the file’s own, application/octet-stream, or missing; the bytes tell the kind. The same bytes again are a 409 with the id of the file, as everywhere; other bytes under the same name are another file, because no file is ever replaced.`,
  parameters: {
    id: { description: 'The invoice’s id, as its creation answered it.' },
    name: { description: 'The name of the file, percent-encoded. At most 255 characters.' },
  },
  body: {
    content: {
      'application/octet-stream': {
        schema: Type.String({
          description: 'The file.',
          format: 'binary',
          contentMediaType: 'application/octet-stream',
        }),
      },
    },
  },
  bodyLimit: ({ attachBodyLimit }) => attachBodyLimit,
  config: { accepts: ['application/octet-stream'], bodyWeight: 0, anyCharset: true },
  answer: AttachmentCreated,
  example: { id: '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77', message: attached },
  findings: true,
  invalid: {
    description:
      'The file is empty, too large, of a kind that is not accepted, not what its name and type claim, or infected by a virus; its name is too long; or the invoice has 50 files.',
    message: 'the file is PNG by its bytes, but its name says application/pdf.',
  },
  conflict: {
    description: 'The same bytes are on this invoice already, or the Idempotency-Key was used with another request.',
    message:
      'The invoice already has this file: it is attachment 019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77; nothing differs from what was sent now.',
  },
  otherAnswers: { 404: recordUnknown('supplier invoice') },
  handler: (deps, app) => {
    const { config, files, scanner } = deps;
    leaveBodies(app);
    return async (request, reply) => {
      const { params, fileBytes, headers } = request;
      const received = await receiveBytes(params, fileBytes, headers['content-type'], { files, scanner }, config);
      return attachReceived(deps, request, reply, received, { shape: AttachmentForm, isInPath: true });
    };
  },
});

/** Leaves every body unread, whatever its type. */
function leaveBodies(app: FastifyInstance): void {
  app.decorateRequest('fileBytes', undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request: FastifyRequest, payload: Readable, done) => {
    request.fileBytes = payload;
    done(null);
  });
}

/** A door of its own, because its parser takes the bodies of all types. */
export const fileBytesDoor: Door = {
  tag: { name: 'Supplier invoices' },
  scopes: {},
  schemas: [],
  operations: [putFile],
};
