import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import Type from 'typebox';
import type { Deps } from '../../../deps.ts';
import { checkAddress } from '../../../desk/requests.ts';
import { operatorProblems } from '../../../desk/shapes.ts';
import { openInvoiceFile, openInvoiceFiles } from './actions.ts';
import { fileParams, invoiceParams } from '../schemas.ts';

export function invoiceFileRoutes(app: FastifyInstance, { pool, files, metrics }: Deps): void {
  const damages = new Counter({
    name: 'doorway_files_damaged_total',
    help: 'How often a file was to be read whose bytes are not those that were attached.',
    registers: [metrics.registry],
  });

  /** The stored bytes are not those that a partner sent: the people who run the service must see it every time. */
  const damaged = (request: FastifyRequest, reply: FastifyReply) => (fileId: string) => {
    const { id } = request.params as { id: string };
    damages.inc();
    request.log.error(
      { traceId: request.id, company: request.company, invoice: id, file: fileId },
      'a file is damaged in the folder of files',
    );
    reply.removeHeader('content-disposition');
  };

  app.get('/companies/:companyId/invoices/:id/files/:fileId', {
    config: { operation: 'readInvoiceFile', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'readInvoiceFile',
      summary: 'Read a file of a supplier invoice',
      description:
        'Answers the bytes of the file. They came from outside, so the answer forbids a browser to run anything in them. They are compared with the SHA-256 of what was attached as they are read: an answer that breaks off before its Content-Length is not the file.',
      tags: ['Supplier invoices'],
      params: fileParams,
      response: {
        200: {
          description: 'The bytes, with the media type that they are of.',
          content: {
            '*/*': {
              schema: Type.String({
                description: 'The bytes.',
                format: 'binary',
                contentMediaType: 'application/octet-stream',
              }),
            },
          },
        },
        ...operatorProblems(401, 403, 404),
      },
    },
    handler: async (request, reply) => {
      const { id, fileId } = request.params as { id: string; fileId: string };
      const { fileName, contentType, size, stream } = await openInvoiceFile(
        { pool, files, damaged: damaged(request, reply) },
        request.company,
        id,
        fileId,
      );
      return reply
        .headers({ ...ofFiles, 'content-disposition': named('inline', fileName), 'content-length': size })
        .type(contentType)
        .send(stream);
    },
  });

  app.get('/companies/:companyId/invoices/:id/files.zip', {
    config: { operation: 'readInvoiceFiles', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'readInvoiceFiles',
      summary: 'Read all files of a supplier invoice',
      description:
        'Answers the files in one zip, each under its own name; a name that comes again gets a number, and what a folder cannot take is replaced. An invoice without files is a 404. Each file is compared with the SHA-256 of what was attached as it is read: an answer that breaks off before its Content-Length is not whole.',
      tags: ['Supplier invoices'],
      params: invoiceParams,
      response: {
        200: {
          description: 'The zip.',
          content: {
            'application/zip': {
              schema: Type.String({
                description: 'The bytes.',
                format: 'binary',
                contentMediaType: 'application/zip',
              }),
            },
          },
        },
        ...operatorProblems(401, 403, 404),
      },
    },
    handler: async (request, reply) => {
      const { id } = request.params as { id: string };
      const { fileName, size, stream } = await openInvoiceFiles(
        { pool, files, damaged: damaged(request, reply) },
        request.company,
        id,
      );
      return reply
        .headers({ ...ofFiles, 'content-disposition': named('attachment', fileName), 'content-length': size })
        .type('application/zip')
        .send(stream);
    },
  });
}

/** The console shows files in frames of its own, and nobody else may. */
const ofFiles = {
  'content-security-policy':
    "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
  'x-content-type-options': 'nosniff',
};

/** RFC 6266: the name in ASCII for old clients, and in full. */
const named = (how: 'inline' | 'attachment', name: string) =>
  `${how}; filename="${name.replace(/[^ !#-[\]-~]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)}`;
