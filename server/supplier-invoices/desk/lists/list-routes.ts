import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { listInvoices, listLines, totalInvoices } from './list-actions.ts';
import { invoiceFilters, InvoiceRows, InvoicesQuery, InvoiceTotals, listSchemas } from './list-schemas.ts';
import { problemAt } from '../../../../common/errors/catalogue.ts';
import type { OperatorDeps } from '../../../deps.ts';
import type { Desk } from '../../../desk/desk.ts';
import { csvFormat, sendCsv, sendList, type CsvQuery } from '../../../desk/lists.ts';
import { operations } from '../../../desk/operation.ts';
import { readerOf } from '../../../desk/requests.ts';
import { invalidQuery } from '../../../errors/errors.ts';
import { lineColumns } from '../../lists/columns.ts';

function invoiceListRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  const operation = operations(app, deps, 'Supplier invoices');

  operation.get('/companies/:companyId/invoices', {
    id: 'listInvoices',
    permission: 'read',
    summary: 'List supplier invoices',
    description:
      'Returns the supplier invoices that meet all of the filters, page by page, the latest first. A CSV file has all of their fields, or with of=lines a row for each of their lines.',
    query: InvoicesQuery,
    answer: InvoiceRows,
    formats: csvFormat,
    projected: true,
    handler: async ({ company, query, request, reply }) => {
      const reader = readerOf(request);
      if (query.of === 'lines') {
        if (query.format !== 'csv') throw invalidQuery([problemAt('of', 'field.invalid')], 'reference');
        const lines = await listLines(pool, company, query, reader);
        return sendCsv(reply, 'supplier-invoice-lines', { columns: lineColumns }, request.query as CsvQuery, lines);
      }
      const invoices = await listInvoices(pool, company, query, reader);
      return sendList(request, reply, 'supplier-invoices', pool, invoices);
    },
  });

  operation.get('/companies/:companyId/invoices/totals', {
    id: 'readInvoiceTotals',
    permission: 'read',
    summary: 'Count and total supplier invoices',
    description:
      'Returns how many supplier invoices meet all of the filters, with the sum in each currency. Too many to add up quickly are only counted, up to a limit.',
    query: Type.Object(invoiceFilters),
    answer: InvoiceTotals,
    handler: async ({ company, query, request }) => {
      await deps.projections.catchUp(company);
      return totalInvoices(pool, company, query, readerOf(request));
    },
  });
}

export const invoiceListsDesk: Desk = { schemas: listSchemas, routes: invoiceListRoutes };
