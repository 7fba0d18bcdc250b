import { supplierScopes } from './suppliers/door/scopes.ts';
import { invoiceScopes } from './supplier-invoices/door/scopes.ts';
import { webhookScopes } from './webhooks/door/scopes.ts';
import { workOrderScopes } from './work-orders/door/scopes.ts';

/** For commands, which do not load the doors. A test compares these with the doors' scopes. */
export const usualScopes: readonly string[] = Object.keys({ ...supplierScopes, ...invoiceScopes, ...workOrderScopes });
export const allScopes: readonly string[] = [...usualScopes, ...Object.keys(webhookScopes)];
