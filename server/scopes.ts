import { supplierScopes } from './suppliers/door/scopes.ts';
import { invoiceScopes } from './supplier-invoices/door/scopes.ts';
import { workOrderScopes } from './work-orders/door/scopes.ts';

/** The scopes of all doors, for the command line, which does not load the doors themselves. A test compares them. */
export const allScopes: readonly string[] = Object.keys({ ...supplierScopes, ...invoiceScopes, ...workOrderScopes });
