import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { lastSegment } from '../../../door/door.ts';
import { invoiceUnknown, listInvoices, readInvoice } from './reading-actions.ts';
import { exampleInvoice, InvoiceQuery } from './reading-schemas.ts';
import type { DoorDeps } from '../../../deps.ts';
import { checkedQuery, etagHeader, notChanged, recordProblems, sendPage, sendRecord } from '../../../door/reading.ts';
import { readProblems, success } from '../../../door/shapes.ts';

const path = '/supplierinvoices/supplierinvoices';

export function readingRoutes(app: FastifyInstance, deps: DoorDeps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(`${path}/${lastSegment('id')}`, {
    config: { operation: 'readSupplierInvoice' },
    schema: {
      operationId: 'readSupplierInvoice',
      summary: 'Read a supplier invoice back',
      description:
        'Answers what has become of an invoice that this partner sent, and the body as it was sent. The answer has an ETag; send it as If-None-Match and the answer is a 304 without a body while nothing has changed.',
      params: Type.Object({ id: Type.String({ description: 'The id from the answer to its creation.' }) }),
      response: {
        200: success(
          Type.Ref('SupplierInvoiceRecord'),
          'The invoice.',
          { ...exampleInvoice, invoice: { externalReferenceId: 'scan-2026-000123', supplierNumber: '1042' } },
          etagHeader,
        ),
        ...notChanged,
        ...recordProblems(invoiceUnknown(exampleInvoice.id)),
      },
    },
    handler: async (request, reply) => {
      const { text, body } = await readInvoice(deps, request.partner, request.params.id);
      return sendRecord(request, reply, text, body);
    },
  });

  routes.get(path, {
    config: { operation: 'listSupplierInvoices' },
    links: {
      200: {
        next: {
          operationId: 'listSupplierInvoices',
          parameters: { after: '$response.body#/next', limit: '$request.query.limit' },
          description: 'The next page, or what has changed since the last one.',
        },
      },
    },
    attachValidation: true,
    preHandler: checkedQuery(['externalReferenceId', 'supplierNumber']),
    schema: {
      operationId: 'listSupplierInvoices',
      summary: 'List own supplier invoices',
      description:
        'Answers the invoices that this partner sent, ordered by their last change, oldest first. Keep the last next and send it as after: the answer has what has changed since, each invoice as it is now. Nothing is missed, and no change comes twice.',
      querystring: InvoiceQuery,
      response: {
        200: success(
          Type.Ref('SupplierInvoiceList'),
          'The invoices.',
          { supplierInvoices: [exampleInvoice], next: 'AQAAAAAAAAAqAZp8Po8qfBGdQ1sfCm4siA', hasMore: false },
          {},
        ),
        ...readProblems({
          description: 'A query parameter is not valid.',
          message: 'state must be one of received, held, approved, rejected, booked, withdrawn.',
        }),
      },
    },
    handler: async (request, reply) => sendPage(reply, await listInvoices(deps, request.partner, request.query)),
  });
}
