import Type, { type Static } from 'typebox';
import { message } from '../../../door/shapes.ts';
import { published } from '../../../ground/http/document/publish.ts';
import {
  type RemovedFields,
  exampleOf,
  optionalText,
  requiredText,
  identifierText,
  named,
  text,
} from '../../../ground/http/document/fields.ts';

const supplierInvoiceId = identifierText(
  'The id of the supplier invoice, as its creation answered it.',
  '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88',
);

const fields = {
  supplierInvoiceId,
  fileName: requiredText('The name of the file.', 'F-20871.pdf'),
  content: Type.String({
    description: 'The file’s bytes in base64.',
    contentEncoding: 'base64',
    ...published({ minLength: 1 }),
    examples: ['JVBERi0xLjcKJSVFT0YK'],
  }),
  contentType: optionalText('The media type. Where it is sent, the bytes must be of that kind.', 'application/pdf'),
};

export const Attachment = Type.Object(fields, {
  $id: 'Attachment',
  description:
    'A file for a supplier invoice, as JSON. Fields that are not listed here are kept with it and named in the answer.',
  examples: [exampleOf(fields)],
});
export type Attachment = Static<typeof Attachment>;

export const AttachmentForm = named(
  'AttachmentForm',
  'A file for a supplier invoice, as a form: better for large files, since it is streamed.',
  {
    supplierInvoiceId,
    file: Type.String({
      description: 'The file, with its name and media type in the part’s headers.',
      format: 'binary',
      contentMediaType: 'application/octet-stream',
    }),
  },
);

export const removedAttachmentFields: RemovedFields = {
  supplierNumber: 'supplierInvoiceId names the invoice',
  supplierInvoiceNumber: 'supplierInvoiceId names the invoice',
};

export const AttachmentCreated = named('AttachmentCreated', 'The file was attached.', {
  id: text('The identifier that the service gave the attached file.'),
  message,
});
export type AttachmentCreated = Static<typeof AttachmentCreated>;
