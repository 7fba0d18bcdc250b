import { supplierRoutes } from './routes.ts';
import { SupplierCreated, SupplierList, SupplierUpdated } from './schemas.ts';
import { supplierScopes } from './scopes.ts';
import { supplierUpdateRoutes } from './update-routes.ts';
import type { Door } from '../../door/door.ts';
import { Supplier, SupplierEntry } from '../shape.ts';
import { readSupplierAsSent, supplierNamed } from '../store.ts';

export const suppliersDoor: Door = {
  tag: { name: 'Suppliers', description: 'Who sends invoices to the company.' },
  scopes: supplierScopes,
  schemas: [Supplier, SupplierCreated, SupplierUpdated, SupplierEntry, SupplierList],
  operations: {
    createSupplier: {
      scope: 'suppliers:write',
      creates: {
        type: 'supplier',
        noun: 'supplier',
        knownBy: 'number',
        readDocument: async (db, company, id) => {
          const number = await supplierNamed(db, company, id);
          return number === undefined ? undefined : readSupplierAsSent(db, company, number);
        },
      },
    },
    updateSupplier: { scope: 'suppliers:write' },
    listSuppliers: { scope: 'suppliers:read' },
    readSupplier: { scope: 'suppliers:read' },
  },
  routes: (app, deps) => {
    supplierRoutes(app, deps);
    supplierUpdateRoutes(app, deps);
  },
};
