import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { attachInvoiceFile, requireInvoice } from './attach.ts';
import { sendInvoice } from '../invoice-routes.ts';
import { InvoiceRecord } from '../invoice-schemas.ts';
import { checkFile } from '../../attachments/receiving/receive-file.ts';
import { leaveForms, receiveForm } from '../../attachments/receiving/receive-form.ts';
import { sizeInWords } from '../../../../common/errors/words.ts';
import type { OperatorDeps } from '../../../deps.ts';
import type { Desk } from '../../../desk/desk.ts';
import { operations } from '../../../desk/operation.ts';
import { refuseUnknown } from '../../../desk/unknown-fields.ts';
import { ApiError } from '../../../errors/errors.ts';
import { overloaded } from '../../../ground/http/arrival/take-turns.ts';
import { refusesOthers } from '../../../ground/http/document/publish.ts';
import { createTurns } from '../../../ground/scheduling/turns.ts';

const accepts = ['multipart/form-data'];

/** Operators have no turns among partners, so their uploads have turns of their own; the bodies wait unread. */
const maxUploads = 32;
const maxWaiting = 500;

const InvoiceFileForm = Type.Object(
  {
    file: Type.String({
      description: 'The file, with its name and media type in the part’s headers.',
      format: 'binary',
      contentMediaType: 'application/octet-stream',
    }),
  },
  { ...refusesOthers, description: 'A file for a supplier invoice.' },
);

/** The route has a scope of its own: only it takes forms, and streams them to disk. */
async function attachRoutes(app: FastifyInstance, deps: OperatorDeps): Promise<void> {
  const { pool, files, scanner, config } = deps;
  const turns = createTurns({ atOnce: maxUploads, maxWaiting, refusal: overloaded });
  await app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    leaveForms(scope);
    operations(scope, deps, 'Supplier invoices').post('/companies/:companyId/invoices/:id/files', {
      id: 'attachInvoiceFile',
      permission: 'edit',
      summary: 'Attach a file to a supplier invoice',
      description: `Attaches a file of at most ${sizeInWords(config.fileLimit)}: PDF, PNG, JPEG, TIFF or XML, detected from its bytes. The checks and limits are those of partners: an invoice has at most 50 files, a file that another invoice of the supplier has is a finding, and a file of a decided invoice is marked as late. The bytes of a file that the invoice has already are a 409 that names it, so a repeated request attaches nothing twice. It is the event supplierinvoice.attached.`,
      body: { content: { 'multipart/form-data': { schema: InvoiceFileForm } } },
      answer: InvoiceRecord,
      problems: [409],
      route: { config: { accepts }, bodyLimit: config.attachBodyLimit },
      handler: async (context) => {
        const { company, operator, id, request } = context;
        const { form } = request;
        if (form === undefined) throw new ApiError('form.invalid', { why: 'none' });
        await requireInvoice(deps, company, id);
        await turns.run(operator.id, async () => {
          const received = await receiveForm(request, form, { files, scanner }, config);
          try {
            refuseUnknown(received.fields, InvoiceFileForm);
            const contentType = await checkFile(received, config.fileLimit);
            const { incoming, fileName } = received;
            await attachInvoiceFile(deps, company, operator, {
              invoiceId: id,
              incoming,
              fileName,
              contentType,
              traceId: request.id,
            });
          } finally {
            await received.incoming.discard();
          }
        });
        return sendInvoice(pool, context);
      },
    });
  });
}

export const attachDesk: Desk = { schemas: [], routes: attachRoutes };
