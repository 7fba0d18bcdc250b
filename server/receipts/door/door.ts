import { receiptRoutes } from './routes.ts';
import { SupplierInvoiceReceipt } from './schemas.ts';
import type { Door } from '../../door/door.ts';

export const receiptsDoor: Door = {
  tag: { name: 'Supplier invoices' },
  scopes: {},
  schemas: [SupplierInvoiceReceipt],
  operations: {
    readSupplierInvoiceReceipt: { scope: 'supplierinvoices:read', includedIn: ['supplierinvoices:write'] },
  },
  routes: receiptRoutes,
};
