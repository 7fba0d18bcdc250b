import { checklistOf, requireSandbox, resetOf } from './actions.ts';
import { playDecision } from './play.ts';
import { Checklist, SandboxAnswer, SandboxDecision, sandboxSchemas } from './schemas.ts';
import { messageFor } from '../../door/create.ts';
import type { Door } from '../../door/door.ts';
import { anyScope, operation } from '../../door/operation.ts';
import { problem } from '../../ground/http/document/shapes.ts';

const path = '/doorway/v1/sandbox';

const forSandboxes = {
  403: problem(
    'The access token is live, or lacks the scope that this operation needs.',
    'This operation is for sandboxes, and this access token is live. Use a token that begins with dwt_. The company can create one.',
  ),
};

const decide = operation({
  id: 'decideInSandbox',
  method: 'POST',
  path: `${path}/decisions`,
  scope: 'supplierinvoices:write',
  summary: 'Play the operator in the sandbox',
  description:
    'Decides about one of your invoices, work orders or proposed changes of suppliers in the sandbox as the company’s people would, so that you can try states, questions, events and webhooks. A held invoice has to be released before it can be approved, and an invoice has to be approved before it can be booked.',
  body: SandboxDecision,
  answer: SandboxAnswer,
  answerDescription: 'It was decided.',
  example: { message: 'Decided: reject.' },
  invalid: { description: 'The body is not valid, or there is no such record.', message: 'decision is required.' },
  otherAnswers: {
    ...forSandboxes,
    409: problem(
      'The state of the record does not allow the decision.',
      'The invoice has been rejected. Reopen it first to decide again.',
    ),
  },
  handler:
    (deps) =>
    async ({ partner, body, id }) => {
      requireSandbox(partner);
      await playDecision(deps, partner, body, id);
      return { message: messageFor(`Decided: ${body.decision}.`, SandboxDecision, body, {}, false) };
    },
});

const readChecklist = operation({
  id: 'readSandboxChecklist',
  method: 'GET',
  path: `${path}/checklist`,
  scope: anyScope,
  summary: 'Read the checklist of the sandbox',
  description:
    'Answers what you have shown in the sandbox, and what is left before you go live. An item that is done stays done until the sandbox is reset, except the two about the last 20 invoices.',
  answer: Checklist,
  answerDescription: 'The checklist.',
  example: {
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
  otherAnswers: forSandboxes,
  handler:
    (deps) =>
    async ({ partner }) => {
      requireSandbox(partner);
      return checklistOf(deps, partner);
    },
});

const reset = operation({
  id: 'resetSandbox',
  method: 'POST',
  path: `${path}/reset`,
  scope: anyScope,
  summary: 'Reset the sandbox',
  description:
    'Removes what was sent to the sandbox: invoices, files, work orders, suppliers of your own, Idempotency-Keys, calls, events and the checklist. The company’s suppliers and projects are copied anew. Tokens, webhook endpoints and the numbering of events stay.',
  answer: SandboxAnswer,
  answerDescription: 'It was reset.',
  example: {
    message: 'The sandbox was reset: what was sent is gone, and 7 suppliers and 3 projects were copied anew.',
  },
  otherAnswers: {
    ...forSandboxes,
    409: problem(
      'The sandbox is being filled or reset at this moment.',
      'The sandbox is being filled or reset at this moment. Try again in a minute.',
    ),
  },
  handler:
    (deps) =>
    async ({ partner }) => {
      requireSandbox(partner);
      return { message: await resetOf(deps, partner) };
    },
});

export const sandboxDoor: Door = {
  tag: { name: 'Sandbox', description: 'Rehearse before you go live. With a sandbox’s token only.' },
  scopes: {},
  schemas: sandboxSchemas,
  operations: [decide, readChecklist, reset],
};
