import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import {
  approveInvoice,
  bookInvoice,
  rejectInvoice,
  releaseInvoice,
  reopenInvoice,
  withdrawApproval,
} from './decision-actions.ts';
import { aboutDuplicate, atPlace, dismissFindings } from './dismiss.ts';
import { sendInvoice, type InvoiceRequest } from '../invoice-routes.ts';
import { InvoiceRecord } from '../invoice-schemas.ts';
import { reasonIn } from '../../../decisions/decide.ts';
import { invoiceDecisions, type InvoiceDecision } from '../../../decisions/invoices.ts';
import { permissionFor } from '../../../decisions/table.ts';
import type { OperatorDeps } from '../../../deps.ts';
import type { Desk } from '../../../desk/desk.ts';
import { flag, form } from '../../../ground/http/document/fields.ts';
import { comment, reason, seqOrNull } from '../../../desk/fields.ts';
import { operations } from '../../../desk/operation.ts';
import { notBlank, publishedAs } from '../../../ground/http/document/publish.ts';

const InvoiceApproval = form(
  'InvoiceApproval',
  'An approval.',
  {
    comment: comment('A comment on the approval.'),
    seenFindings: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 9999,
        description:
          'The number of findings that the operator has seen. A later one that is more than a note stops the approval (409).',
      }),
    ),
    withUnreadFiles: Type.Optional(
      flag(
        'Whether to approve although files wait to be read and compared with the invoice. Otherwise that is a 409, with why invoice.unread.',
      ),
    ),
  },
  { comment: 'Checked against the delivery note.', seenFindings: 1 },
);

const decisionSeq = seqOrNull(
  'The decision that is taken back: the decisionSeq of the invoice as the operator saw it, or of the answer to the decision. If anybody has decided since, it is a 409, with why decision.later, by whom and when.',
);

const ApprovalWithdrawal = form(
  'ApprovalWithdrawal',
  'A withdrawal of the first of two approvals.',
  { decisionSeq, comment: comment('A comment on the withdrawal.') },
  { decisionSeq: 1207, comment: 'The delivery is not complete.' },
);

const InvoiceRejection = form(
  'InvoiceRejection',
  'A rejection.',
  { reason: reason('Why it is rejected.') },
  { reason: 'The goods were never delivered.' },
);

const InvoiceReopening = form(
  'InvoiceReopening',
  'A reopening of a decided invoice.',
  { decisionSeq, reason: reason('Why it is reopened.') },
  { decisionSeq: 1207, reason: 'It was approved too early.' },
);

const InvoiceRelease = form(
  'InvoiceRelease',
  'A release of a held invoice.',
  {
    reason: reason('Why it is released.'),
    acceptAccount: Type.Optional(
      flag(
        'Whether to write the bank giro and post giro of the invoice into the supplier’s record if they differ from it.',
      ),
    ),
  },
  { reason: 'The supplier confirmed the new account by telephone.', acceptAccount: true },
);

const InvoiceBooking = form(
  'InvoiceBooking',
  'The booking of an invoice in the company’s bookkeeping.',
  {
    voucher: Type.String({
      pattern: notBlank,
      maxLength: 50,
      description: 'The number of the voucher in the bookkeeping. White space at its ends is ignored.',
    }),
    bookedOn: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'date',
        description: 'The booking date (YYYY-MM-DD).',
      }),
    ),
  },
  { voucher: 'L 1207', bookedOn: '2026-11-16' },
);

const FindingDismissal = form(
  'FindingDismissal',
  'A dismissal of a finding.',
  { reason: reason('Why it is no mistake.') },
  { reason: 'It is a second delivery of the same order.' },
);

const DuplicateDismissal = form(
  'DuplicateDismissal',
  'A dismissal of all findings about one other invoice.',
  { reason: reason('Why it is no duplicate.') },
  { reason: 'It is a second delivery of the same order.' },
);

const place = Type.String({
  pattern: '^[1-9][0-9]{0,3}$',
  description: 'The place of the finding.',
  ...publishedAs('integer', { minimum: 1, maximum: 9999 }),
});

function decisionRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  const operation = operations(app, deps, 'Supplier invoices', { place });
  const shared = (decision: InvoiceDecision) => ({
    permission: permissionFor(invoiceDecisions, decision),
    answer: InvoiceRecord,
    problems: [409],
  });
  const requestOf = ({ company, operator, id, request }: InvoiceRequest) => ({
    company,
    operator,
    id,
    reason: reasonIn(request.body),
    traceId: request.id,
  });

  operation.post('/companies/:companyId/invoices/:id/approve', {
    ...shared('approve'),
    id: 'approveInvoice',
    summary: 'Approve a supplier invoice',
    description:
      'Approves a received invoice, which is the event supplierinvoice.approved. The approval stands until somebody reopens the invoice. Two approvals are needed if the largest of the total, the sum of the lines, and that sum with VAT and fee is above the operator’s approval limit, in another currency than the limit, or not known. The first approval then signs the invoice, which stays received, and is the event supplierinvoice.signed. The approval of another approver approves it. The invoice’s actions.approve says in advance which of the two it is, why, and who else can approve.',
    body: InvoiceApproval,
    handler: async (context) =>
      sendInvoice(pool, context, await approveInvoice(deps, requestOf(context), context.body)),
  });

  operation.post('/companies/:companyId/invoices/:id/unsign', {
    ...shared('unsign'),
    id: 'withdrawApproval',
    summary: 'Take back the first of two approvals',
    description:
      'Takes back the first of two approvals while the second is missing, which is the event supplierinvoice.unsigned. Only the operator who gave it can take it back; for anybody else, and after any later decision, it is a 409. The invoice keeps its state.',
    body: ApprovalWithdrawal,
    handler: async (context) => {
      const request = { ...requestOf(context), takenBack: context.body.decisionSeq };
      return sendInvoice(pool, context, await withdrawApproval(deps, request));
    },
  });

  operation.post('/companies/:companyId/invoices/:id/reject', {
    ...shared('reject'),
    id: 'rejectInvoice',
    summary: 'Reject a supplier invoice',
    description:
      'Rejects a received or held invoice, with a reason, which is the event supplierinvoice.rejected. The rejection stands until somebody reopens the invoice.',
    body: InvoiceRejection,
    handler: async (context) => sendInvoice(pool, context, await rejectInvoice(deps, requestOf(context))),
  });

  operation.post('/companies/:companyId/invoices/:id/reopen', {
    ...shared('reopen'),
    id: 'reopenInvoice',
    summary: 'Reopen a supplier invoice',
    description:
      'Takes back the approval or the rejection that decisionSeq names, with a reason, which is the event supplierinvoice.reopened. A later decision of anybody is never taken back: it makes this a 409. The invoice is received again, or held if it has a hold that nobody has released, and needs all of its approvals again.',
    body: InvoiceReopening,
    handler: async (context) => {
      const request = { ...requestOf(context), takenBack: context.body.decisionSeq };
      return sendInvoice(pool, context, await reopenInvoice(deps, request));
    },
  });

  operation.post('/companies/:companyId/invoices/:id/release', {
    ...shared('release'),
    id: 'releaseInvoice',
    proof: true,
    summary: 'Release a held supplier invoice',
    description:
      'Releases a held invoice, with a reason, so that it can be approved. It is the event supplierinvoice.released. An operator who changed the account, name or organisational number of the supplier since 30 days before the invoice arrived cannot release it. With acceptAccount, the bank giro and post giro of the invoice that differ are written into the supplier’s record as a change by this operator; if the company’s settings have payeeTakesTwo, the change waits for a second operator.',
    body: InvoiceRelease,
    handler: async (context) => {
      const acceptAccount = context.body.acceptAccount ?? false;
      return sendInvoice(pool, context, await releaseInvoice(deps, requestOf(context), acceptAccount));
    },
  });

  operation.post('/companies/:companyId/invoices/:id/booked', {
    ...shared('book'),
    id: 'bookInvoice',
    summary: 'Report a supplier invoice as booked',
    description:
      'Notes that an approved invoice is in the company’s bookkeeping, with its voucher. It is the event supplierinvoice.booked, and the invoice can no longer be reopened. The request can be repeated: with the same voucher it changes nothing and gets the same answer. Another voucher is a 409 that names the first one. An invoice that is not approved is a 409, too.',
    body: InvoiceBooking,
    handler: async (context) => sendInvoice(pool, context, await bookInvoice(deps, requestOf(context), context.body)),
  });

  operation.post('/companies/:companyId/invoices/:id/findings/:place/dismiss', {
    id: 'dismissFinding',
    permission: 'decide',
    summary: 'Dismiss a finding',
    description:
      'Marks a finding as no mistake, with a reason, which is the event supplierinvoice.dismissed. It stays with the invoice, but lists and the overview no longer count it. A finding that holds the invoice cannot be dismissed: release the invoice.',
    body: FindingDismissal,
    answer: InvoiceRecord,
    problems: [409],
    handler: async (context) => {
      const { company, operator, id, place, body, request } = context;
      const dismissal = { id, reason: body.reason.trim(), traceId: request.id };
      await dismissFindings(deps, company, operator, dismissal, atPlace(Number(place)));
      return sendInvoice(pool, context);
    },
  });

  operation.post('/companies/:companyId/invoices/:id/duplicates/:otherId/dismiss', {
    id: 'dismissDuplicate',
    permission: 'decide',
    summary: 'Dismiss all findings about one duplicate',
    description:
      'Marks an invoice as no duplicate of another one, with a reason: dismisses all of its open findings about that invoice at once, each with an event supplierinvoice.dismissed. If one of them holds the invoice, none is dismissed: release the invoice, or reject it.',
    body: DuplicateDismissal,
    answer: InvoiceRecord,
    problems: [409],
    handler: async (context) => {
      const { company, operator, id, otherId, body, request } = context;
      const dismissal = { id, reason: body.reason.trim(), traceId: request.id };
      await dismissFindings(deps, company, operator, dismissal, aboutDuplicate(otherId));
      return sendInvoice(pool, context);
    },
  });
}

export const invoiceDecisionsDesk: Desk = {
  schemas: [
    InvoiceApproval,
    ApprovalWithdrawal,
    InvoiceRejection,
    InvoiceReopening,
    InvoiceRelease,
    InvoiceBooking,
    FindingDismissal,
    DuplicateDismissal,
  ],
  routes: decisionRoutes,
};
