import { answerRoutes } from './answers/answer-routes.ts';
import { Answer, AnswerReceived } from './answers/answer-schemas.ts';
import { readingRoutes } from './reading/reading-routes.ts';
import { readingSchemas } from './reading/reading-schemas.ts';
import { invoiceRoutes } from './create-routes.ts';
import { SupplierInvoiceCreated } from './create-schemas.ts';
import { invoiceScopes } from './scopes.ts';
import { withdrawRoutes } from './withdraw/withdraw-routes.ts';
import { SupplierInvoiceWithdrawal, SupplierInvoiceWithdrawn } from './withdraw/withdraw-schemas.ts';
import { dryRunSchemas } from '../../door/dry-run.ts';
import type { Door } from '../../door/door.ts';
import { Article, SupplierInvoice } from '../shape.ts';
import { readInvoiceDocument } from '../store.ts';

const reading = { scope: 'supplierinvoices:read', includedIn: ['supplierinvoices:write'] };

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
    ...readingSchemas,
  ],
  operations: {
    createSupplierInvoice: {
      scope: 'supplierinvoices:write',
      creates: { type: 'supplierInvoice', noun: 'supplier invoice', readDocument: readInvoiceDocument },
    },
    withdrawSupplierInvoice: { scope: 'supplierinvoices:write' },
    answerQuestion: { scope: 'supplierinvoices:write' },
    readSupplierInvoice: reading,
    listSupplierInvoices: reading,
  },
  routes: (app, deps) => {
    invoiceRoutes(app, deps);
    readingRoutes(app, deps);
    withdrawRoutes(app, deps);
    answerRoutes(app, deps);
  },
};
