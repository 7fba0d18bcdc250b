import { answerRoutes } from './answers/routes.ts';
import { Answer, AnswerReceived } from './answers/schemas.ts';
import { invoiceRoutes } from './routes.ts';
import { SupplierInvoiceCreated } from './schemas.ts';
import { invoiceScopes } from './scopes.ts';
import { withdrawRoutes } from './withdraw/routes.ts';
import { SupplierInvoiceWithdrawal, SupplierInvoiceWithdrawn } from './withdraw/schemas.ts';
import { dryRunSchemas } from '../../door/dry-run.ts';
import type { Door } from '../../door/door.ts';
import { Article, SupplierInvoice } from '../shape.ts';
import { readInvoiceDocument } from '../store.ts';

export const invoicesDoor: Door = {
  tag: { name: 'Supplier invoices', description: 'What they send, and the files that belong to it.' },
  scopes: invoiceScopes,
  schemas: [
    Article,
    SupplierInvoice,
    SupplierInvoiceCreated,
    SupplierInvoiceWithdrawal,
    SupplierInvoiceWithdrawn,
    Answer,
    AnswerReceived,
    ...dryRunSchemas,
  ],
  operations: {
    createSupplierInvoice: {
      scope: 'supplierinvoices:write',
      creates: { type: 'supplierInvoice', noun: 'supplier invoice', readDocument: readInvoiceDocument },
    },
    withdrawSupplierInvoice: { scope: 'supplierinvoices:write' },
    answerQuestion: { scope: 'supplierinvoices:write' },
  },
  routes: (app, deps) => {
    invoiceRoutes(app, deps);
    withdrawRoutes(app, deps);
    answerRoutes(app, deps);
  },
};
