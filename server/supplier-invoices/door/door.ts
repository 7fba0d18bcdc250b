import { invoiceRoutes } from './routes.ts';
import { SupplierInvoiceCreated } from './schemas.ts';
import { invoiceScopes } from './scopes.ts';
import type { Door } from '../../door/door.ts';
import { Article, SupplierInvoice } from '../shape.ts';
import { readInvoiceDocument } from '../store.ts';

export const invoicesDoor: Door = {
  tag: { name: 'Supplier invoices', description: 'What they send, and the files that belong to it.' },
  scopes: invoiceScopes,
  schemas: [Article, SupplierInvoice, SupplierInvoiceCreated],
  operations: {
    createSupplierInvoice: {
      scope: 'supplierinvoices:write',
      creates: { type: 'supplierInvoice', noun: 'supplier invoice', readDocument: readInvoiceDocument },
    },
  },
  routes: invoiceRoutes,
};
