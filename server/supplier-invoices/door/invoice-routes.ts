import { createdInvoice, invoiceCreation } from './create-actions.ts';
import { answerQuestion } from './answers/answer-actions.ts';
import {
  Answer,
  answerIdentifiers,
  AnswerReceived,
  SupplierInvoiceCreated,
  SupplierInvoiceWithdrawal,
  SupplierInvoiceWithdrawn,
} from './schemas.ts';
import { invoiceUnknown, listInvoices, readInvoice } from './reading/reading-actions.ts';
import {
  exampleInvoice,
  InvoiceQuery,
  readingSchemas,
  SupplierInvoiceList,
  SupplierInvoiceRecord,
} from './reading/reading-schemas.ts';
import { invoiceScopes } from './scopes.ts';
import { withdraw } from './withdraw/withdraw-actions.ts';
import { checkedInvoice, checkingInvoice, daysOf } from '../../checks/read.ts';
import { idempotencyKey, messageFor, sendCreated } from '../../door/create.ts';
import type { Door } from '../../door/door.ts';
import { dryRunSchemas, isDryRun, sendDryRun, wouldBe } from '../../door/dry-run.ts';
import { operation } from '../../door/operation.ts';
import { readsRecord, sendPage, sendRecord } from '../../door/reading.ts';
import { recordUnknown } from '../../door/shapes.ts';
import { checkBody, checkedBodyWith, isLong } from '../../ground/http/bodies/body.ts';
import { exactlyOf, sha256Of } from '../../ground/http/call.ts';
import { refTo } from '../../ground/http/document/shapes.ts';
import { fingerprint, fingerprintOf, hashOf } from '../../ground/json/json.ts';
import { inTurns } from '../../ground/scheduling/slices.ts';
import { identifierOf } from '../../identifiers.ts';
import { explainInTurns, hasManyLines } from '../checking/explain.ts';
import {
  Article,
  invoiceIdentifiers,
  invoiceShape,
  maxArticles,
  removedInvoiceFields,
  SupplierInvoice,
} from '../shape.ts';

const path = '/supplierinvoices/supplierinvoices';
const wouldCreate = wouldBe('supplier invoice would be created');
const exampleId = '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88';
const writing = { scope: 'supplierinvoices:write' };
const reading = { scope: 'supplierinvoices:read', includedIn: ['supplierinvoices:write'] };
const idInPath = { description: 'The id that the service gave the invoice.' };

const createInvoice = operation({
  id: 'createSupplierInvoice',
  method: 'POST',
  path,
  ...writing,
  creates: createdInvoice,
  summary: 'Create a supplier invoice',
  description:
    'Submits a supplier invoice with its lines. The supplier named by supplierNumber must exist. A body that is well formed is accepted; what looks wrong in it is a finding, which the message tells and the company sees. If the answer was lost, send the same invoice again: it is never booked twice.',
  dryRun: { id: 'checkSupplierInvoice', summary: 'Check a supplier invoice', message: wouldCreate },
  body: SupplierInvoice,
  check: checkedBodyWith(
    { name: 'articles', item: refTo(Article), maxItems: maxArticles },
    invoiceShape,
    invoiceIdentifiers,
  ),
  answer: SupplierInvoiceCreated,
  answerDescription: 'The invoice was accepted and is stored.',
  example: { id: exampleId, message: 'Supplier invoice created.' },
  findings: true,
  links: {
    attach: {
      operationId: 'attach',
      requestBody: '{"supplierInvoiceId":"{$response.body#/id}"}',
      description: 'The id is the supplierInvoiceId of the files that belong to the invoice.',
    },
  },
  invalid: {
    description: 'The body is not valid, with all of its problems named at once; or the supplier does not exist.',
    message: 'articles[3].price must be a number; supplierNumber is required.',
  },
  conflict: {
    description:
      'This partner has sent this externalReferenceId before, or the Idempotency-Key with another body. The message says what exists and what differs.',
    message:
      'The externalReferenceId "scan-2026-000123" was sent before: it is supplier invoice 019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88; nothing differs from what was sent now.',
  },
  handler: (deps) => {
    const { create, dryRun } = invoiceCreation(deps);
    return async (request, reply) => {
      const { call, partner, id, body } = request;
      const isDry = isDryRun(request);
      const message = isDry
        ? messageFor(wouldCreate, invoiceShape, body, removedInvoiceFields, false)
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
    };
  },
});

const readOne = operation({
  id: 'readSupplierInvoice',
  method: 'GET',
  path: `${path}/:id`,
  ...reading,
  summary: 'Read a supplier invoice back',
  description:
    'Answers what has become of an invoice that this partner sent, and the body as it was sent. The answer has an ETag; send it as If-None-Match and the answer is a 304 without a body while nothing has changed.',
  parameters: { id: { description: 'The id from the answer to its creation.' } },
  answer: SupplierInvoiceRecord,
  answerDescription: 'The invoice.',
  example: { ...exampleInvoice, invoice: { externalReferenceId: 'scan-2026-000123', supplierNumber: '1042' } },
  ...readsRecord(invoiceUnknown(exampleInvoice.id)),
  handler: (deps) => async (request, reply) => {
    const { text, body } = await readInvoice(deps, request.partner, request.params.id);
    return sendRecord(request, reply, text, body);
  },
});

const list = operation({
  id: 'listSupplierInvoices',
  method: 'GET',
  path,
  ...reading,
  summary: 'List own supplier invoices',
  description:
    'Answers the invoices that this partner sent, ordered by their last change, oldest first. Keep the last next and send it as after: the answer has what has changed since, each invoice as it is now. Nothing is missed, and no change comes twice.',
  query: InvoiceQuery,
  identifiers: ['externalReferenceId', 'supplierNumber'],
  answer: SupplierInvoiceList,
  answerDescription: 'The invoices.',
  example: { supplierInvoices: [exampleInvoice], next: 'AQAAAAAAAAAqAZp8Po8qfBGdQ1sfCm4siA', hasMore: false },
  nextPage: 'The next page, or what has changed since the last one.',
  invalid: {
    description: 'A query parameter is not valid.',
    message: 'state must be one of received, held, approved, rejected, booked, withdrawn.',
  },
  handler: (deps) => async (request, reply) =>
    sendPage(reply, await listInvoices(deps, request.partner, request.query)),
});

const withdrawn = 'Supplier invoice withdrawn.';
const withdrawnBefore = 'The supplier invoice was withdrawn before; nothing changed.';

const withdrawOne = operation({
  id: 'withdrawSupplierInvoice',
  method: 'POST',
  path: `${path}/:id/withdraw`,
  ...writing,
  summary: 'Withdraw a supplier invoice',
  description:
    'Takes back an invoice that this partner has sent, until the company has approved or rejected it. The invoice and its files stay stored and can be read; nobody can decide about it or pay it any more. Its externalReferenceId stays used: send a corrected invoice with another one. Withdrawing it again changes nothing and is answered with a 200.',
  parameters: { id: { ...idInPath, examples: [exampleId] } },
  body: SupplierInvoiceWithdrawal,
  config: { isBodyOptional: true },
  check: {
    preHandler: (request, _reply, done) => {
      if (request.body !== undefined) checkBody(request, SupplierInvoiceWithdrawal);
      done();
    },
  },
  answer: SupplierInvoiceWithdrawn,
  example: { message: withdrawn },
  invalid: { description: 'The body is not valid.', message: 'reason must be a string.' },
  conflict: {
    description:
      'The company has approved, rejected or booked the invoice, or the Idempotency-Key was used for another request.',
    message:
      'The company has approved this invoice, so it can no longer be withdrawn. Send a credit note, or ask the company.',
  },
  otherAnswers: { 404: recordUnknown('supplier invoice') },
  handler: (deps) => async (request, reply) => {
    const { id } = request.params;
    const body: SupplierInvoiceWithdrawal = request.body ?? {};
    const reason = body.reason?.trim() || undefined;
    const message = (isRepeated: boolean) =>
      messageFor(isRepeated ? withdrawnBefore : withdrawn, SupplierInvoiceWithdrawal, body, {}, false);
    const key = await idempotencyKey(request, () => fingerprint({ id: id.toLowerCase(), reason }));
    return sendCreated(reply, await withdraw(deps, request.partner, { id, reason, traceId: request.id, key, message }));
  },
});

const received = 'Answer received.';

const answer = operation({
  id: 'answerQuestion',
  method: 'POST',
  path: `${path}/:id/answers`,
  ...writing,
  summary: 'Answer a question about a supplier invoice',
  description:
    'Answers a question that the company has asked about an invoice of yours. Reading the invoice back has its questions. A question is answered once. Files that belong to the answer are attached to the invoice as usual, before the answer, which brings the invoice back to the person who asked.',
  parameters: { id: idInPath },
  body: Answer,
  identifiers: answerIdentifiers,
  answer: AnswerReceived,
  example: { message: received },
  invalid: {
    description: 'The body is not valid, or the invoice has no such question.',
    message:
      'This invoice has no question with the id "4711". Read the invoice back, and send the id of one of its questions.',
  },
  conflict: {
    description:
      'The question was answered before; or a decision about the invoice has closed it; or the Idempotency-Key was used with another body.',
    message:
      'The question 019a7c55-3b1e-7d20-a4c8-6f2e9b0d1a37 was answered before; nothing differs from what was sent now.',
  },
  otherAnswers: { 404: recordUnknown('supplier invoice') },
  handler: (deps) => async (request, reply) => {
    const { call, partner, params, body } = request;
    const message = messageFor(received, Answer, body);
    const answered = await answerQuestion(deps, partner, {
      invoiceId: params.id,
      questionId: identifierOf(body.questionId),
      answer: body.text,
      document: message === received ? undefined : call.text,
      message,
      traceId: request.id,
      key: await idempotencyKey(request, () =>
        fingerprintOf(`{"invoiceId":${JSON.stringify(params.id)},"body":${call.text}}`, partner.id),
      ),
    });
    return sendCreated(reply, answered);
  },
});

export const invoicesDoor: Door = {
  tag: { name: 'Supplier invoices', description: 'What they send, and the files that belong to it.' },
  scopes: invoiceScopes,
  schemas: [
    Article,
    SupplierInvoice,
    SupplierInvoiceCreated,
    SupplierInvoiceWithdrawal,
    SupplierInvoiceWithdrawn,
    Answer,
    AnswerReceived,
    ...dryRunSchemas,
    ...readingSchemas,
  ],
  operations: [createInvoice, readOne, list, withdrawOne, answer],
};
