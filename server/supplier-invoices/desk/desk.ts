import { bookingRoutes } from './booking-routes.ts';
import { InvoiceBooking } from './booking-schemas.ts';
import { bulkRoutes } from './bulk-routes.ts';
import { bulkSchemas } from './bulk-schemas.ts';
import { checkRoutes } from './check-routes.ts';
import { checkSchemas } from './check-schemas.ts';
import { invoiceFileRoutes } from './file-routes.ts';
import { findingRoutes } from './finding-routes.ts';
import { invoiceOperatorRoutes } from './routes.ts';
import { invoiceOperatorSchemas } from './schemas.ts';
import { invoiceTotalsRoute } from './totals-routes.ts';
import { togetherRoutes } from './together-routes.ts';
import { togetherSchemas } from './together-schemas.ts';
import type { Desk } from '../../desk/desk.ts';

export const invoicesDesk: Desk = {
  schemas: [...invoiceOperatorSchemas, InvoiceBooking, ...checkSchemas, ...bulkSchemas, ...togetherSchemas],
  routes: (app, deps) => {
    invoiceOperatorRoutes(app, deps);
    invoiceTotalsRoute(app, deps);
    findingRoutes(app, deps);
    bookingRoutes(app, deps);
    invoiceFileRoutes(app, deps);
    checkRoutes(app, deps);
    bulkRoutes(app, deps);
    togetherRoutes(app, deps);
  },
};
