import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { decidedInvoices } from './actions.ts';
import { invoiceAnswer as answer, sendInvoice } from './answer.ts';
import { companyParams, InvoiceApproval, invoiceParams, InvoiceRejection, InvoicesQuery } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { decide, reasonIn } from '../../desk/decide.ts';
import { catchingUpHeaders, listAnswer, sendCsv, sendList, tellCatchingUp, type CsvQuery } from '../../desk/lists.ts';
import { checkAddress, checkForm } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { problemAt } from '../../errors/catalogue.ts';
import { ApiError } from '../../errors/errors.ts';
import { permissionFor } from '../../ground/decisions.ts';
import { lineColumns } from '../columns.ts';
import { linesOf } from '../lines-store.ts';
import { invoiceList, invoicesWhere } from '../projection.ts';
import { invoiceDecisions, type InvoiceDecision } from '../states.ts';

const tags = ['Supplier invoices'];
const path = '/companies/:companyId/invoices';

const linesAreAFile = () =>
  new ApiError('query.invalid', { why: 'reference', count: 1 }, { problems: [problemAt('of', 'field.invalid')] });

export function invoiceOperatorRoutes(app: FastifyInstance, { pool, projections, followers }: OperatorDeps): void {
  const sendDecided = (decision: InvoiceDecision) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { company, operator, body } = request;
    const { id } = request.params as { id: string };
    const verdict = { decision, reason: reasonIn(body), traceId: request.id };
    await decide({ pool, followers }, decidedInvoices, company, operator, id, verdict);
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
      const where = await invoicesWhere(pool, request.company, query);
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
      description: 'Approves an invoice that was received. It is final, and an event, supplierinvoice.approved.',
      tags,
      params: invoiceParams,
      body: Type.Ref('InvoiceApproval'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: sendDecided('approve'),
  });

  app.post(`${path}/:id/reject`, {
    config: { operation: 'rejectInvoice', permission: permissionFor(invoiceDecisions, 'reject') },
    attachValidation: true,
    preHandler: checkForm(InvoiceRejection),
    schema: {
      operationId: 'rejectInvoice',
      summary: 'Reject a supplier invoice',
      description:
        'Rejects an invoice that was received, with a reason. It is final, and an event, supplierinvoice.rejected.',
      tags,
      params: invoiceParams,
      body: Type.Ref('InvoiceRejection'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: sendDecided('reject'),
  });
}
