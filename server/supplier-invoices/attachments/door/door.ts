import { attachmentRoutes } from './attachment-routes.ts';
import { Attachment, AttachmentCreated, AttachmentForm } from './attachment-schemas.ts';
import type { Door } from '../../../door/door.ts';
import { readAttachmentDocument } from '../attachment-store.ts';

export const attachmentsDoor: Door = {
  tag: { name: 'Supplier invoices' },
  scopes: {},
  schemas: [Attachment, AttachmentForm, AttachmentCreated],
  operations: {
    attach: {
      scope: 'supplierinvoices:write',
      creates: {
        type: 'attachment',
        noun: 'attachment',
        belongsTo: 'supplierInvoiceId',
        readDocument: readAttachmentDocument,
      },
    },
  },
  routes: attachmentRoutes,
};
