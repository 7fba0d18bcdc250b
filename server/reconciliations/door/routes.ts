import type { LosslessNumber } from 'lossless-json';
import { reconcileInvoices } from './actions.ts';
import { checkedReconciliation } from './check.ts';
import { exampleResult, Reconciliation, ReconciliationResult } from './schemas.ts';
import { messageFor } from '../../door/create.ts';
import type { Door } from '../../door/door.ts';
import { operation } from '../../door/operation.ts';
import { readingExactly } from '../../ground/http/call.ts';
import { inTurns } from '../../ground/scheduling/slices.ts';
import { identifierOf } from '../../identifiers.ts';

interface ExactReconciliation {
  supplierInvoices: { externalReferenceId: string; totalPrice?: LosslessNumber | null }[];
}

const reconcile = operation({
  id: 'reconcile',
  method: 'POST',
  path: '/doorway/v1/reconciliations',
  scope: 'supplierinvoices:read',
  includedIn: ['supplierinvoices:write'],
  summary: 'Compare what you sent with what arrived',
  description:
    'Compares a list of invoices that you have sent with those that the company has from you. An invoice that arrived outside the period is compared like the others; the period decides which further invoices are named as unlisted. Totals are compared by value. Withdrawn and rejected invoices count like others, and each named invoice has its state. Nothing is stored.',
  body: Reconciliation,
  check: checkedReconciliation,
  answer: ReconciliationResult,
  answerDescription: 'How the two differ.',
  example: exampleResult,
  invalid: {
    description: 'The body is not valid, with all of its problems named at once.',
    message: 'supplierInvoices[7].externalReferenceId is the same as supplierInvoices[3].externalReferenceId.',
  },
  handler:
    ({ pool }) =>
    async ({ body, call, partner }, reply) => {
      const exact = (await inTurns(readingExactly(call), call.caller?.key)) as ExactReconciliation;
      const text = await reconcileInvoices(pool, partner, {
        from: new Date(body.from),
        to: new Date(body.to),
        caller: call.caller?.key,
        listed: exact.supplierInvoices.map(({ externalReferenceId, totalPrice }) => ({
          externalReferenceId: identifierOf(externalReferenceId),
          totalPrice: totalPrice?.value,
        })),
        messageFor: (summary) => messageFor(summary, Reconciliation, body, {}, false),
      });
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
      return reply.serializer(String).send(text);
    },
});

export const reconciliationsDoor: Door = {
  tag: { name: 'Reconciliation', description: 'Whether everything that was sent has arrived.' },
  scopes: {},
  schemas: [Reconciliation, ReconciliationResult],
  operations: [reconcile],
};
