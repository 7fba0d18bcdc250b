import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import Type from 'typebox';
import { openInvoiceFile, openInvoiceFiles } from './actions.ts';
import type { OperatorDeps } from '../../../deps.ts';
import { operations } from '../../../desk/operation.ts';
import { disposition } from '../../../ground/http/answers/disposition.ts';

const bytes = (mediaType: string) => ({
  schema: Type.String({ description: 'The bytes.', format: 'binary', contentMediaType: mediaType }),
});

export function invoiceFileRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool, files, metrics } = deps;
  const operation = operations(app, deps, 'Supplier invoices');
  const damages = new Counter({
    name: 'doorway_files_damaged_total',
    help: 'How often a file was to be read whose bytes are not those that were attached.',
    registers: [metrics.registry],
  });

  const storeFor = ({ request, reply, id }: { request: FastifyRequest; reply: FastifyReply; id: string }) => ({
    pool,
    files,
    onDamage: (fileId: string) => {
      damages.inc();
      request.log.error(
        { traceId: request.id, company: request.company, invoice: id, file: fileId },
        'a file is damaged in the folder of files',
      );
      reply.removeHeader('content-disposition');
    },
  });

  operation.get('/companies/:companyId/invoices/:id/files/:fileId', {
    id: 'readInvoiceFile',
    permission: 'read',
    summary: 'Read a file of a supplier invoice',
    description:
      'Returns the bytes of the file. They came from outside, so the answer forbids a browser to run anything in them. They are compared with the SHA-256 of the attached file while they are sent: an answer that ends before its Content-Length is not the file.',
    formats: { '*/*': bytes('application/octet-stream') },
    answerDescription: 'The bytes, with their media type.',
    handler: async (context) => {
      const { company, id, fileId, reply } = context;
      const { fileName, contentType, size, stream } = await openInvoiceFile(storeFor(context), company, id, fileId);
      return reply
        .headers({ ...fileHeaders, 'content-disposition': disposition('inline', fileName), 'content-length': size })
        .type(contentType)
        .send(stream);
    },
  });

  operation.get('/companies/:companyId/invoices/:id/files.zip', {
    id: 'readInvoiceFiles',
    permission: 'read',
    summary: 'Read all files of a supplier invoice',
    description:
      'Returns the files in one zip, each under its own name; a repeated name gets a number, and characters that a folder cannot take are replaced. An invoice without files is a 404. Each file is compared with the SHA-256 of the attached file while it is sent: an answer that ends before its Content-Length is not complete.',
    formats: { 'application/zip': bytes('application/zip') },
    answerDescription: 'The zip.',
    handler: async (context) => {
      const { company, id, reply } = context;
      const { fileName, size, stream } = await openInvoiceFiles(storeFor(context), company, id);
      return reply
        .headers({ ...fileHeaders, 'content-disposition': disposition('attachment', fileName), 'content-length': size })
        .type('application/zip')
        .send(stream);
    },
  });
}

/** Only the console may show files in frames. */
const fileHeaders = {
  'content-security-policy':
    "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
  'x-content-type-options': 'nosniff',
};
