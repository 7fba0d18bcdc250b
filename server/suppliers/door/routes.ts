import { Readable } from 'node:stream';
import { createdSupplier, readOne, supplierCreation, supplierUnknown, findingAccountNotes } from './actions.ts';
import { ListQuery, pageOf, readListQuery } from './list-query.ts';
import { supplierLists } from './list.ts';
import { listProposals, SupplierProposal, SupplierProposals } from './proposals-routes.ts';
import { SupplierCreated, SupplierList, SupplierUpdated } from './schemas.ts';
import { supplierScopes } from './scopes.ts';
import { patch, update } from './update-routes.ts';
import { idempotencyKey, messageFor, sendCreated } from '../../door/create.ts';
import type { Door } from '../../door/door.ts';
import { isDryRun, sendDryRun, wouldBe } from '../../door/dry-run.ts';
import { operation } from '../../door/operation.ts';
import { readsRecord, sendRecord } from '../../door/reading.ts';
import { acceptsGzip, matchesEtag } from '../../ground/http/answers/kept.ts';
import { inTurns } from '../../ground/scheduling/slices.ts';
import {
  exampleEntry,
  removedSupplierFields,
  Supplier,
  SupplierEntry,
  supplierIdentifiers,
  SupplierUpdate,
} from '../shape.ts';

const path = '/supplierinvoices/suppliers';
const wouldCreate = wouldBe('supplier would be created');

const createSupplier = operation({
  id: 'createSupplier',
  method: 'POST',
  path,
  scope: 'suppliers:write',
  creates: createdSupplier,
  summary: 'Create a supplier',
  findings: true,
  description:
    'Registers a supplier of the company. Its number must be free; the fields number and name are required. A bank giro, post giro or organisational number with a wrong length or check digit is a finding, not an error.',
  dryRun: { id: 'checkSupplier', summary: 'Check a supplier', message: wouldCreate },
  body: Supplier,
  identifiers: supplierIdentifiers,
  answer: SupplierCreated,
  example: { message: 'Supplier created.' },
  links: {
    invoice: {
      operationId: 'createSupplierInvoice',
      requestBody: '{"supplierNumber":"{$request.body#/number}"}',
      description: 'The number is the supplierNumber of the supplier’s invoices.',
    },
  },
  invalid: {
    description: 'The body is not valid. All of its problems are named at once.',
    message: 'name is required; city must be a string.',
  },
  conflict: {
    description:
      'The company has a supplier with this number already, or the Idempotency-Key was used with another body.',
    message: 'A supplier with the number "1042" exists already; it differs from what was sent now in bankGiro.',
  },
  handler: (deps) => {
    const { create, dryRun } = supplierCreation(deps);
    return async (request, reply) => {
      const { partner, id, call, body } = request;
      const notes = await inTurns(findingAccountNotes(body), call.caller?.key);
      if (isDryRun(request)) {
        const message = messageFor(wouldCreate, Supplier, body, removedSupplierFields, false, notes);
        return sendDryRun(reply, await dryRun(partner, id, body, call.text, message, await idempotencyKey(request)));
      }
      const message = messageFor('Supplier created.', Supplier, body, removedSupplierFields, true, notes);
      return sendCreated(reply, await create(partner, id, body, call.text, message, await idempotencyKey(request)));
    };
  },
});

const list = operation({
  id: 'listSuppliers',
  method: 'GET',
  path,
  scope: 'suppliers:read',
  summary: 'List suppliers',
  description:
    'Answers every supplier of the company, ordered by number, or one page of them if limit is sent. The answer has an ETag; send it as If-None-Match and the answer is a 304 without a body while nothing has changed. It is compressed if Accept-Encoding allows gzip.',
  query: ListQuery,
  // The handler checks it: one problem stands for all.
  check: {},
  answer: SupplierList,
  answerDescription: 'The suppliers.',
  example: { suppliers: [exampleEntry] },
  headers: { ETag: { type: 'string', description: 'Changes with every change of one of the company’s suppliers.' } },
  nextPage: 'The next page, if there is one.',
  invalid: { description: 'A query parameter is not valid.', message: 'limit takes a whole number from 1 to 1000.' },
  otherAnswers: { 304: { description: 'Nothing has changed since the answer whose ETag was sent.', type: 'null' } },
  handler: ({ pool }, app) => {
    const lists = supplierLists(pool);
    return async (request, reply) => {
      const { filter, begin, limit } = readListQuery(request);
      const { companyId, id: partnerId } = request.partner;
      const reader = { partnerId, company: companyId, wantsGzip: acceptsGzip(request.headers['accept-encoding']) };
      const all = limit === undefined && filter.number === undefined && filter.organizationalNumber === undefined;
      if (all && request.headers['if-none-match'] === undefined) lists.refuseTooMany(reader);
      const version = await lists.version(companyId);
      const etag = `W/"${companyId.slice(-12)}-${version}"`;
      reply
        .header('etag', etag)
        .header('cache-control', 'private, no-cache')
        .header('vary', 'authorization, accept-encoding');
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send(null);
      reply.type('application/json; charset=utf-8');
      if (limit !== undefined) {
        const entries = await lists.page(companyId, filter, begin, limit + 1);
        return reply.serializer(JSON.stringify).send(pageOf(entries, limit));
      }
      const { payload, encoding } = all ? await lists.whole(reader, version) : lists.filtered(reader, filter);
      if (encoding !== undefined) reply.header('content-encoding', encoding);
      if (payload instanceof Readable) app.leaveTurn(request);
      return reply.send(payload);
    };
  },
});

const read = operation({
  id: 'readSupplier',
  method: 'GET',
  path: `${path}/:number`,
  scope: 'suppliers:read',
  summary: 'Read a supplier',
  description:
    'Answers one supplier of the company, as the list does. The answer has an ETag; send it as If-None-Match and the answer is a 304 without a body while nothing has changed.',
  parameters: { number: { description: 'The supplier’s number, percent-encoded.' } },
  answer: SupplierEntry,
  answerDescription: 'The supplier.',
  example: exampleEntry,
  ...readsRecord(supplierUnknown('1042')),
  handler: (deps) => async (request, reply) =>
    sendRecord(request, reply, JSON.stringify(await readOne(deps, request.partner.companyId, request.params.number))),
});

export const suppliersDoor: Door = {
  tag: { name: 'Suppliers', description: 'Who sends invoices to the company.' },
  scopes: supplierScopes,
  schemas: [
    Supplier,
    SupplierUpdate,
    SupplierCreated,
    SupplierUpdated,
    SupplierEntry,
    SupplierList,
    SupplierProposal,
    SupplierProposals,
  ],
  operations: [createSupplier, list, read, update, patch, listProposals],
};
