import { bookingRoutes } from './deciding/booking-routes.ts';
import { InvoiceBooking } from './deciding/booking-schemas.ts';
import { bulkRoutes } from './bulk/routes.ts';
import { bulkSchemas } from './bulk/schemas.ts';
import { checkRoutes } from './checks/routes.ts';
import { checkSchemas } from './checks/schemas.ts';
import { invoiceFileRoutes } from './files/routes.ts';
import { findingRoutes } from './findings/routes.ts';
import { invoiceOperatorRoutes } from './routes.ts';
import { invoiceOperatorSchemas } from './schemas.ts';
import { invoiceTotalsRoute } from './totals-routes.ts';
import { togetherRoutes } from './notes/routes.ts';
import { togetherSchemas } from './notes/schemas.ts';
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
