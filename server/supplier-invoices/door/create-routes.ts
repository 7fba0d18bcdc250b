import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { invoiceCreation } from './create-actions.ts';
import { checkedInvoice, checkingInvoice, daysOf } from '../../checks/read.ts';
import type { DoorDeps } from '../../deps.ts';
import { idempotencyKey, messageFor, sendCreated } from '../../door/create.ts';
import { dryRunQuery, isDryRun, orDryRun, sendDryRun, wouldBe } from '../../door/dry-run.ts';
import { createHeaders, createProblems, replayedWithFindings, success } from '../../door/shapes.ts';
import { exactlyOf, sha256Of } from '../../ground/http/call.ts';
import { isLong, checkedBodyWith } from '../../ground/http/bodies/body.ts';
import { inTurns } from '../../ground/scheduling/slices.ts';
import { hashOf } from '../../ground/json/json.ts';
import { explainInTurns, hasManyLines } from '../checking/explain.ts';
import { invoiceIdentifiers, invoiceShape, maxArticles, removedInvoiceFields, type SupplierInvoice } from '../shape.ts';

export function invoiceRoutes(app: FastifyInstance, deps: DoorDeps): void {
  const { create, dryRun } = invoiceCreation(deps);

  app.post('/supplierinvoices/supplierinvoices', {
    config: { operation: 'createSupplierInvoice' },
    links: {
      200: {
        attach: {
          operationId: 'attach',
          requestBody: '{"supplierInvoiceId":"{$response.body#/id}"}',
          description: 'The id is the supplierInvoiceId of the files that belong to the invoice.',
        },
      },
    },
    attachValidation: true,
    ...checkedBodyWith(
      { name: 'articles', item: Type.Ref('Article'), maxItems: maxArticles },
      invoiceShape,
      invoiceIdentifiers,
    ),
    schema: {
      operationId: 'createSupplierInvoice',
      summary: 'Create a supplier invoice',
      description:
        'Submits a supplier invoice with its lines. The supplier named by supplierNumber must exist. A body that is well formed is accepted; what looks wrong in it is a finding, which the message tells and the company sees. If the answer was lost, send the same invoice again: it is never booked twice.',
      headers: createHeaders,
      querystring: dryRunQuery,
      body: Type.Ref('SupplierInvoice'),
      response: {
        200: orDryRun(
          success(
            Type.Ref('SupplierInvoiceCreated'),
            'The invoice was accepted and is stored.',
            { id: '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88', message: 'Supplier invoice created.' },
            replayedWithFindings,
          ),
        ),
        ...createProblems(
          {
            description:
              'The body is not valid, with all of its problems named at once; or the supplier does not exist.',
            message: 'articles[3].price must be a number; supplierNumber is required.',
          },
          {
            description:
              'This partner has sent this externalReferenceId before, or the Idempotency-Key with another body. The message says what exists and what differs.',
            message:
              'The externalReferenceId "scan-2026-000123" was sent before: it is supplier invoice 019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88; nothing differs from what was sent now.',
          },
        ),
      },
    },
    handler: async (request, reply) => {
      const body = request.body as SupplierInvoice;
      const { call, partner, id } = request;
      const isDry = isDryRun(request);
      const message = isDry
        ? messageFor(wouldBe('supplier invoice would be created'), invoiceShape, body, removedInvoiceFields, false)
        : messageFor('Supplier invoice created.', invoiceShape, body, removedInvoiceFields);
      // In a usual call, floats hold every digit.
      const fields = call.isUnusual ? (exactlyOf(call) as SupplierInvoice) : body;
      const days = daysOf(fields, partner.timeZone);
      const checked = isLong(call)
        ? await inTurns(checkingInvoice(fields, days), call.caller?.key)
        : checkedInvoice(fields, days);
      if (hasManyLines(checked)) await explainInTurns(checked, call.caller?.key);
      const key = await idempotencyKey(request, () => hashOf(call.text));
      if (isDry)
        return sendDryRun(reply, await dryRun(partner, id, body, checked, call.text, sha256Of(call), message, key));
      return sendCreated(reply, await create(partner, id, body, checked, call.text, sha256Of(call), message, key));
    },
  });
}
