import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { invoiceAnswer as answer, sendInvoice } from './answer.ts';
import { approveInvoice, rejectInvoice, reopenInvoice } from './deciding/actions.ts';
import { InvoiceApproval, InvoiceRejection, InvoiceReopening } from './deciding/decision-schemas.ts';
import { companyParams, invoiceParams, InvoicesQuery } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { reasonIn } from '../../decisions/decide.ts';
import { catchingUpHeaders, listAnswer, sendCsv, sendList, tellCatchingUp, type CsvQuery } from '../../desk/lists.ts';
import { checkAddress, checkForm, readerOf } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { ApiError } from '../../errors/errors.ts';
import { permissionFor } from '../../decisions/table.ts';
import { lineColumns } from '../lists/columns.ts';
import { invoicesWhere } from '../lists/filter-store.ts';
import { linesOf } from '../lists/lines-store.ts';
import { invoiceList } from '../lists/projection.ts';
import { invoiceDecisions } from '../../decisions/invoices.ts';

const tags = ['Supplier invoices'];
const path = '/companies/:companyId/invoices';

const linesAreAFile = () =>
  new ApiError('query.invalid', { why: 'reference', count: 1 }, { problems: [problemAt('of', 'field.invalid')] });

export function invoiceOperatorRoutes(app: FastifyInstance, { pool, projections, followers }: OperatorDeps): void {
  const requestOf = <Decision extends string>(
    decision: Decision,
    { company, operator, params, body, id }: FastifyRequest,
  ) => ({
    company,
    operator,
    id: (params as { id: string }).id,
    decision,
    reason: reasonIn(body),
    traceId: id,
  });
  const sendDecided =
    (decide: (request: FastifyRequest) => Promise<void>) => async (request: FastifyRequest, reply: FastifyReply) => {
      await decide(request);
      return sendInvoice(pool, request, reply);
    };

  app.get(path, {
    config: { operation: 'listInvoices', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listInvoices',
      summary: 'List supplier invoices',
      description:
        'Answers the supplier invoices that all of the filters allow, page by page, the latest first. A CSV file has every field of theirs, or with of=lines a row for each of their lines.',
      tags,
      params: companyParams,
      querystring: InvoicesQuery,
      response: {
        200: { ...listAnswer(Type.Ref('InvoiceRows'), 'A page of supplier invoices.'), ...catchingUpHeaders },
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async (request, reply) => {
      const isCatchingUp = await projections.catchUp(request.company);
      const query = request.query as InvoicesQuery;
      const where = await invoicesWhere(pool, request.company, query, readerOf(request));
      if (query.of !== 'lines')
        return sendList(request, reply, 'supplier-invoices', pool, invoiceList, where, isCatchingUp);
      if (query.format !== 'csv') throw linesAreAFile();
      tellCatchingUp(reply, isCatchingUp);
      const lines = linesOf(pool, request.company, invoiceList, where, query.sort ?? invoiceList.defaultSort);
      return sendCsv(reply, 'supplier-invoice-lines', { columns: lineColumns }, query as CsvQuery, lines);
    },
  });

  app.get(`${path}/:id`, {
    config: { operation: 'readInvoice', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'readInvoice',
      summary: 'Read a supplier invoice',
      description:
        'Answers an invoice whole: every field as it was sent, what looks wrong in it, its files, what happened to it, and what can be done with it now.',
      tags,
      params: invoiceParams,
      response: { 200: answer, ...operatorProblems(401, 403, 404) },
    },
    handler: (request, reply) => sendInvoice(pool, request, reply),
  });

  app.post(`${path}/:id/approve`, {
    config: { operation: 'approveInvoice', permission: permissionFor(invoiceDecisions, 'approve') },
    attachValidation: true,
    preHandler: checkForm(InvoiceApproval),
    schema: {
      operationId: 'approveInvoice',
      summary: 'Approve a supplier invoice',
      description:
        'Approves an invoice that was received. It is an event, supplierinvoice.approved, and stands until somebody reopens the invoice. If the largest of the total, the sum of the lines, and that sum with VAT and fee is above the operator’s approval limit, in another currency than the limit or not known, it takes two: the first approval signs the invoice, which stays received and is an event, supplierinvoice.signed; an approval by another approver approves it.',
      tags,
      params: invoiceParams,
      body: Type.Ref('InvoiceApproval'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: sendDecided((request) => approveInvoice({ pool, followers }, requestOf('approve', request))),
  });

  app.post(`${path}/:id/reject`, {
    config: { operation: 'rejectInvoice', permission: permissionFor(invoiceDecisions, 'reject') },
    attachValidation: true,
    preHandler: checkForm(InvoiceRejection),
    schema: {
      operationId: 'rejectInvoice',
      summary: 'Reject a supplier invoice',
      description:
        'Rejects an invoice that was received, with a reason. It is an event, supplierinvoice.rejected, and stands until somebody reopens the invoice.',
      tags,
      params: invoiceParams,
      body: Type.Ref('InvoiceRejection'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: sendDecided((request) => rejectInvoice({ pool, followers }, requestOf('reject', request))),
  });

  app.post(`${path}/:id/reopen`, {
    config: { operation: 'reopenInvoice', permission: permissionFor(invoiceDecisions, 'reopen') },
    attachValidation: true,
    preHandler: checkForm(InvoiceReopening),
    schema: {
      operationId: 'reopenInvoice',
      summary: 'Reopen a supplier invoice',
      description:
        'Takes back that an invoice was approved or rejected, with a reason, so that it can be decided anew. It is received again, or held where something holds it that nobody has released, and is approved by nobody. It is an event, supplierinvoice.reopened.',
      tags,
      params: invoiceParams,
      body: Type.Ref('InvoiceReopening'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: sendDecided((request) => reopenInvoice({ pool, followers }, requestOf('reopen', request))),
  });
}
