import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { exampleTotals, invoiceFilters } from './filter-schemas.ts';
import { companyParams } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { checkAddress, jsonAnswer, readerOf } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { invoicesWhere, type InvoiceFilter } from '../lists/filter-store.ts';
import { readTotals } from '../lists/totals-store.ts';

export function invoiceTotalsRoute(app: FastifyInstance, { pool, projections }: OperatorDeps): void {
  app.get('/companies/:companyId/invoices/totals', {
    config: { operation: 'readInvoiceTotals', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'readInvoiceTotals',
      summary: 'How many supplier invoices, and what they come to',
      description:
        'Answers how many supplier invoices all of the filters allow, with the sum in each currency. Very many are not added up while somebody waits.',
      tags: ['Supplier invoices'],
      params: companyParams,
      querystring: Type.Object(invoiceFilters),
      response: {
        200: jsonAnswer(Type.Ref('InvoiceTotals'), 'How many, and how much.', exampleTotals),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async (request) => {
      const { company, query } = request;
      await projections.catchUp(company);
      return readTotals(pool, company, await invoicesWhere(pool, company, query as InvoiceFilter, readerOf(request)));
    },
  });
}
