import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { askPartner } from './question-actions.ts';
import { maxQuestions } from '../../deciding/decision-rules.ts';
import { sendInvoice } from '../invoice-routes.ts';
import { InvoiceRecord } from '../invoice-schemas.ts';
import type { OperatorDeps } from '../../../deps.ts';
import type { Desk } from '../../../desk/desk.ts';
import { form } from '../../../ground/http/document/fields.ts';
import { operations } from '../../../desk/operation.ts';
import { notBlank } from '../../../ground/http/document/publish.ts';

const InvoiceQuestionForm = form(
  'InvoiceQuestionForm',
  'A question to the partner.',
  {
    text: Type.String({ pattern: notBlank, maxLength: 2_000, description: 'The text of the question.' }),
    dueAt: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'date-time',
        pattern: '^2',
        description: 'When an answer is due; it must be in the future. Null or missing if there is no such time.',
      }),
    ),
  },
  { text: 'Which order does the freight belong to?', dueAt: '2099-11-20T23:00:00.000Z' },
);

function questionRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  operations(app, deps, 'Supplier invoices').post('/companies/:companyId/invoices/:id/questions', {
    id: 'askPartner',
    permission: 'decide',
    summary: 'Ask the partner about a supplier invoice',
    description: `Asks the partner that sent the invoice, which reads the question back with the invoice and gets it by webhook, without the name of the operator. The state stays. Until the partner has answered, or an answer is due, the invoice waits for the partner (waitsFor in the list); a decision closes the question. Only for invoices that nobody has decided on, and at most ${maxQuestions} questions an invoice. It is the event supplierinvoice.questioned.`,
    body: InvoiceQuestionForm,
    answer: InvoiceRecord,
    problems: [409],
    handler: async (context) => {
      await askPartner(deps, context);
      return sendInvoice(deps.pool, context);
    },
  });
}

export const invoiceQuestionsDesk: Desk = { schemas: [InvoiceQuestionForm], routes: questionRoutes };
