import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { checklistOf, decideInSandbox, requireSandbox, resetOf } from './actions.ts';
import { SandboxDecision } from './schemas.ts';
import type { DoorDeps } from '../../deps.ts';
import { messageFor } from '../../door/create.ts';
import { readProblems, success } from '../../door/shapes.ts';
import { checkedBody } from '../../ground/http/bodies/check-body.ts';
import { answersOf, problem, withBody } from '../../ground/http/document/shapes.ts';

const path = '/doorway/v1/sandbox';

const forSandboxes = {
  403: problem(
    'The access token is live, or lacks the scope that this operation needs.',
    'This operation is for sandboxes, and this access token is live. Use a token that begins with dwt_. The company can create one.',
  ),
};

export function sandboxRoutes(app: FastifyInstance, deps: DoorDeps): void {
  app.post(`${path}/decisions`, {
    config: { operation: 'decideInSandbox' },
    attachValidation: true,
    preHandler: checkedBody(SandboxDecision, ['supplierInvoiceId']),
    schema: {
      operationId: 'decideInSandbox',
      summary: 'Play the operator in the sandbox',
      description:
        'Decides about one of your invoices in the sandbox as the company’s people would, so that you can try states, events and webhooks. A held invoice has to be released before it can be approved, and an invoice has to be approved before it can be booked.',
      body: Type.Ref('SandboxDecision'),
      response: {
        200: success(Type.Ref('SandboxAnswer'), 'It was decided.', { message: 'Decided: reject.' }, {}),
        ...readProblems({
          description: 'The body is not valid, or there is no such invoice.',
          message: 'decision is required.',
        }),
        ...forSandboxes,
        409: problem(
          'The state of the invoice does not allow the decision.',
          'The invoice has been rejected. Reopen it first to decide again.',
        ),
        ...answersOf(withBody()),
      },
    },
    handler: async (request) => {
      requireSandbox(request.partner);
      const body = request.body as SandboxDecision;
      await decideInSandbox(deps, request.partner, body, request.id);
      return { message: messageFor(`Decided: ${body.decision}.`, SandboxDecision, body, {}, false) };
    },
  });

  app.get(`${path}/checklist`, {
    config: { operation: 'readSandboxChecklist' },
    schema: {
      operationId: 'readSandboxChecklist',
      summary: 'Read the checklist of the sandbox',
      description:
        'Answers what you have shown in the sandbox, and what is left before you go live. An item that is done stays done until the sandbox is reset, except the two about the last 20 invoices.',
      response: {
        200: success(
          Type.Ref('Checklist'),
          'The checklist.',
          {
            items: [
              {
                code: 'invoice.first',
                title: 'The first invoice was sent',
                done: true,
                at: 1_794_916_800_000,
                traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
              },
            ],
            message: 'Everything is done. You can go live.',
          },
          {},
        ),
        ...readProblems({
          description: 'The operation takes no query parameters.',
          message: 'This operation takes no query parameters.',
        }),
        ...forSandboxes,
      },
    },
    handler: async (request) => {
      requireSandbox(request.partner);
      return checklistOf(deps, request.partner);
    },
  });

  app.post(`${path}/reset`, {
    config: { operation: 'resetSandbox', isBodyOptional: true },
    schema: {
      operationId: 'resetSandbox',
      summary: 'Reset the sandbox',
      description:
        'Removes what was sent to the sandbox: invoices, files, work orders, suppliers of your own, Idempotency-Keys, calls, events and the checklist. The company’s suppliers and projects are copied anew. Tokens, webhook endpoints and the numbering of events stay.',
      response: {
        200: success(
          Type.Ref('SandboxAnswer'),
          'It was reset.',
          {
            message: 'The sandbox was reset: what was sent is gone, and 7 suppliers and 3 projects were copied anew.',
          },
          {},
        ),
        ...readProblems({
          description: 'The operation takes no query parameters.',
          message: 'This operation takes no query parameters.',
        }),
        ...forSandboxes,
        409: problem(
          'The sandbox is being filled or reset at this moment.',
          'The sandbox is being filled or reset at this moment. Try again in a minute.',
        ),
        ...answersOf(withBody()),
      },
    },
    handler: async (request) => {
      requireSandbox(request.partner);
      return { message: await resetOf(deps, request.partner) };
    },
  });
}
