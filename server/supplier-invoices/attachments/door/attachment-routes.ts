import { createdAttachment } from './attachment-actions.ts';
import { attached, attachReceived, wouldAttach } from './attach-received.ts';
import { readFilesInJson } from './read-body.ts';
import { receiveFormOfPartner, receiveJson } from './receive.ts';
import { Attachment, AttachmentCreated, AttachmentForm } from './attachment-schemas.ts';
import { leaveForms } from '../receiving/receive-form.ts';
import { sizeInWords } from '../../../../common/errors/words.ts';
import type { Door } from '../../../door/door.ts';
import { isDryRun } from '../../../door/dry-run.ts';
import { operation } from '../../../door/operation.ts';
import { hashOnly } from '../../../ground/files/shared-check.ts';
import { refTo } from '../../../ground/http/document/shapes.ts';

const attachFile = operation({
  id: 'attach',
  method: 'POST',
  path: '/supplierinvoices/attach',
  scope: 'supplierinvoices:write',
  creates: createdAttachment,
  summary: 'Attach a file to a supplier invoice',
  description: ({ fileLimit }) =>
    `Attaches a file of at most ${sizeInWords(fileLimit)} to a supplier invoice that this partner has sent, or to any of the company’s where the company allows that: PDF, PNG, JPEG, TIFF or XML, told by its bytes. An invoice has at most 50 files. A file that arrives after the invoice was approved or rejected is accepted, and marked as late. When the answer is sent, the file is safe on disk.`,
  dryRun: { id: 'checkAttachment', summary: 'Check a file for a supplier invoice', message: wouldAttach },
  body: {
    content: {
      // Most client generators use the first type, and a form is the better way to send a file.
      'multipart/form-data': { schema: refTo(AttachmentForm) },
      'application/json': { schema: refTo(Attachment) },
    },
  },
  bodyLimit: ({ attachBodyLimit }) => attachBodyLimit,
  config: { accepts: ['application/json', 'multipart/form-data'], bodyWeight: 1 },
  answer: AttachmentCreated,
  example: { id: '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77', message: attached },
  findings: true,
  invalid: {
    description:
      'The body is not valid; or this partner has sent no such invoice, or it has 50 files; or the file is empty, too large, of a kind that is not accepted, not what its name and type claim, or infected by a virus.',
    message: 'the file is PNG by its bytes, but its name says application/pdf.',
  },
  conflict: {
    description: 'The same bytes are on this invoice already, or the Idempotency-Key was used with another body.',
    message:
      'The invoice already has this file: it is attachment 019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77; nothing differs from what was sent now.',
  },
  handler: (deps, app) => {
    const { config, files, scanner } = deps;
    leaveForms(app);
    readFilesInJson(app, config.attachBodyLimit);
    return async (request, reply) => {
      const { form } = request;
      const isDry = isDryRun(request);
      const to = { files: isDry ? hashOnly : files, scanner };
      const received =
        form === undefined
          ? await receiveJson(request, to, config)
          : await receiveFormOfPartner(request, form, to, config);
      return attachReceived(deps, request, reply, received, {
        shape: form === undefined ? Attachment : AttachmentForm,
        isDry,
      });
    };
  },
});

export const attachmentsDoor: Door = {
  tag: { name: 'Supplier invoices' },
  scopes: {},
  schemas: [Attachment, AttachmentForm, AttachmentCreated],
  operations: [attachFile],
};
