import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import Type from 'typebox';
import { findFile, openFile, openInvoiceFiles, type FileDeps } from './file-actions.ts';
import type { OperatorDeps } from '../../../deps.ts';
import type { Desk } from '../../../desk/desk.ts';
import { operations } from '../../../desk/operation.ts';
import { createSuspicion } from '../../../files/suspect.ts';
import type { CompanyId } from '../../../ground/db/pool.ts';
import { createSharedCheck } from '../../../ground/files/shared-check.ts';
import { disposition } from '../../../ground/http/answers/disposition.ts';
import { lengthsOf, rangeOutside, selectBytes } from '../../../ground/http/answers/ranges.ts';
import { overloaded } from '../../../ground/http/arrival/take-turns.ts';
import { rangeAnswerHeaders, rangeAnswers, rangeRequestHeaders } from '../../../ground/http/document/ranges.ts';

const bytes = (mediaType: string) => ({
  schema: Type.String({ description: 'The bytes.', format: 'binary', contentMediaType: mediaType }),
});

const wholeFile = { '*/*': bytes('application/octet-stream') };

function invoiceFileRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool, files, metrics } = deps;
  const operation = operations(app, deps, 'Supplier invoices');
  const damages = new Counter({
    name: 'doorway_files_damaged_total',
    help: 'How often a file was to be read that is missing or not as it was attached.',
    registers: [metrics.registry],
  });

  const check = createSharedCheck(files, overloaded);
  const suspect = createSuspicion(deps);
  const storeFor = ({
    request,
    company,
    id,
  }: {
    request: FastifyRequest;
    company: CompanyId;
    id: string;
  }): FileDeps => ({
    pool,
    files,
    check,
    onDamage: (file, problem) => {
      damages.inc();
      request.log.error(
        { traceId: request.id, company, invoice: id, file: file.id, problem },
        'a file is damaged in the folder of files',
      );
      suspect(company, file);
    },
  });

  operation.get('/companies/:companyId/invoices/:id/files/:fileId', {
    id: 'readInvoiceFile',
    permission: 'read',
    summary: 'Read a file of a supplier invoice',
    description:
      'Returns the bytes of the file. They came from outside, so the answer forbids a browser to run anything in them. They are compared with the SHA-256 of the attached file while they are sent: an answer that ends before its Content-Length is not the file. A download that broke off goes on with Range and If-Range; before a range is sent, the whole file is compared.',
    requestHeaders: rangeRequestHeaders,
    formats: wholeFile,
    answerDescription: 'The bytes, with their media type.',
    headers: rangeAnswerHeaders,
    otherAnswers: rangeAnswers(wholeFile),
    problems: [416],
    handler: async (context) => {
      const { company, id, fileId, request, reply } = context;
      const file = await findFile(pool, company, id, fileId);
      const etag = `"${file.sha256.toString('hex')}"`;
      const known = { etag, 'accept-ranges': 'bytes' };
      const selected = selectBytes(request, etag, file.size);
      if (selected === 'unsatisfiable') throw rangeOutside(file.size);
      if (selected === 'unchanged') return reply.code(304).headers(known).send();
      const range = selected === 'whole' ? undefined : selected;
      const stream = await openFile(storeFor(context), company, file, range);
      return reply
        .code(range === undefined ? 200 : 206)
        .headers({ ...fileHeaders, ...known, ...lengthsOf(range, file.size) })
        .header('content-disposition', disposition('inline', file.fileName))
        .type(file.contentType)
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

export const invoiceFilesDesk: Desk = { schemas: [], routes: invoiceFileRoutes };
