import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { lastSegment } from '../../door/door.ts';
import { readOne, supplierCreation, supplierUnknown } from './actions.ts';
import { supplierLists } from './list.ts';
import { ListQuery } from './schemas.ts';
import type { DoorDeps } from '../../deps.ts';
import { idempotencyKey, messageFor, sendCreated } from '../../door/create.ts';
import { dryRunQuery, isDryRun, orDryRun, sendDryRun, wouldBe } from '../../door/dry-run.ts';
import { etagHeader, notChanged, recordProblems, sendRecord } from '../../door/reading.ts';
import { createHeaders, createProblems, readProblems, success } from '../../door/shapes.ts';
import { problemAt, type Problem } from '../../../common/errors/catalogue.ts';
import { ApiError } from '../../errors/errors.ts';
import { isStorable } from '../../ground/http/bodies/body.ts';
import { inTurns } from '../../ground/scheduling/slices.ts';
import { checkedBody } from '../../ground/http/bodies/check-body.ts';
import { acceptsGzip, matchesEtag } from '../../ground/http/answers/negotiate.ts';
import { faultOfIdentifier, identifierOf } from '../../identifiers.ts';
import { findingAccountNotes } from '../rules.ts';
import { exampleEntry, removedSupplierFields, Supplier, supplierIdentifiers, type SupplierEntry } from '../shape.ts';

const path = '/supplierinvoices/suppliers';

export function supplierRoutes(app: FastifyInstance, deps: DoorDeps): void {
  const { create, dryRun } = supplierCreation(deps);
  const lists = supplierLists(deps.pool);
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.post(path, {
    config: { operation: 'createSupplier' },
    links: {
      200: {
        invoice: {
          operationId: 'createSupplierInvoice',
          requestBody: '{"supplierNumber":"{$request.body#/number}"}',
          description: 'The number is the supplierNumber of the supplier’s invoices.',
        },
      },
    },
    attachValidation: true,
    preHandler: checkedBody(Supplier, supplierIdentifiers),
    schema: {
      operationId: 'createSupplier',
      summary: 'Create a supplier',
      description:
        'Registers a supplier of the company. Its number must be free; the fields number and name are required.',
      headers: createHeaders,
      querystring: dryRunQuery,
      body: Type.Ref('Supplier'),
      response: {
        200: orDryRun(
          success(Type.Ref('SupplierCreated'), 'The supplier was registered.', { message: 'Supplier created.' }),
        ),
        ...createProblems(
          {
            description: 'The body is not valid. All of its problems are named at once.',
            message: 'name is required; city must be a string.',
          },
          {
            description:
              'The company has a supplier with this number already, or the Idempotency-Key was used with another body.',
            message: 'A supplier with the number "1042" exists already; it differs from what was sent now in bankGiro.',
          },
        ),
      },
    },
    handler: async (request, reply) => {
      const body = request.body as Supplier;
      const { partner, id, call } = request;
      const notes = await inTurns(findingAccountNotes(body), call.caller?.key);
      if (isDryRun(request)) {
        const done = wouldBe('supplier would be created');
        const message = messageFor(done, Supplier, body, removedSupplierFields, false, notes);
        return sendDryRun(reply, await dryRun(partner, id, body, call.text, message, await idempotencyKey(request)));
      }
      const message = messageFor('Supplier created.', Supplier, body, removedSupplierFields, true, notes);
      return sendCreated(reply, await create(partner, id, body, call.text, message, await idempotencyKey(request)));
    },
  });

  routes.get(path, {
    config: { operation: 'listSuppliers' },
    links: {
      200: {
        next: {
          operationId: 'listSuppliers',
          parameters: { after: '$response.body#/next', limit: '$request.query.limit' },
          description: 'The next page, if there is one.',
        },
      },
    },
    schema: {
      operationId: 'listSuppliers',
      summary: 'List suppliers',
      description:
        'Answers every supplier of the company, ordered by number, or one page of them if limit is sent. The answer has an ETag; send it as If-None-Match and the answer is a 304 without a body while nothing has changed. It is compressed if Accept-Encoding allows gzip.',
      querystring: ListQuery,
      response: {
        200: success(
          Type.Ref('SupplierList'),
          'The suppliers.',
          { suppliers: [exampleEntry] },
          {
            ETag: { type: 'string', description: 'Changes with every change of one of the company’s suppliers.' },
          },
        ),
        304: { description: 'Nothing has changed since the answer whose ETag was sent.', type: 'null' },
        ...readProblems({
          description: 'A query parameter is not valid.',
          message: 'limit takes a whole number from 1 to 1000.',
        }),
      },
    },
    attachValidation: true,
    handler: async (request, reply) => {
      const { limit, after, ...sent } = request.query;
      if (request.validationError || !isStorable(sent.number ?? '') || !isStorable(sent.organizationalNumber ?? ''))
        throw invalidQuery(problemOf(request.query));
      const fault = sent.number === undefined ? undefined : faultOfIdentifier(sent.number);
      if (fault !== undefined) throw invalidQuery({ path: 'number', ...fault });
      const filter = { ...sent, number: sent.number === undefined ? undefined : identifierOf(sent.number) };
      if (after !== undefined && limit === undefined) throw new ApiError('query.invalid', { why: 'limit' });
      const begin = after === undefined ? '' : decodeAfter(after);
      const { companyId } = request.partner;
      const reader = {
        partnerId: request.partner.id,
        company: companyId,
        wantsGzip: acceptsGzip(request.headers['accept-encoding']),
      };
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
        const entries = await lists.page(companyId, filter, begin, Number(limit) + 1);
        return reply.serializer(JSON.stringify).send(pageOf(entries, Number(limit)));
      }
      const { payload, encoding } = all ? await lists.whole(reader, version) : lists.filtered(reader, filter);
      if (encoding !== undefined) reply.header('content-encoding', encoding);
      if (payload instanceof Readable) app.leaveTurn(request);
      return reply.send(payload);
    },
  });

  routes.get(`${path}/${lastSegment('number')}`, {
    config: { operation: 'readSupplier' },
    schema: {
      operationId: 'readSupplier',
      summary: 'Read a supplier',
      description:
        'Answers one supplier of the company, as the list does. The answer has an ETag; send it as If-None-Match and the answer is a 304 without a body while nothing has changed.',
      params: Type.Object({ number: Type.String({ description: 'The supplier’s number, percent-encoded.' }) }),
      response: {
        200: success(Type.Ref('SupplierEntry'), 'The supplier.', exampleEntry, etagHeader),
        ...notChanged,
        ...recordProblems(supplierUnknown('1042')),
      },
    },
    handler: async (request, reply) =>
      sendRecord(request, reply, JSON.stringify(await readOne(deps, request.partner.companyId, request.params.number))),
  });
}

function pageOf(entries: SupplierEntry[], limit: number) {
  const suppliers = entries.slice(0, limit);
  const last = suppliers.at(-1);
  return entries.length > limit && last !== undefined
    ? { suppliers, next: Buffer.from(last.number).toString('base64url') }
    : { suppliers };
}

/** The cursor, opaque to partners, is the number of the last supplier on the previous page. */
function decodeAfter(after: string): string {
  const number = Buffer.from(after, 'base64url');
  if (number.toString('base64url') !== after || number.includes(0) || !isUtf8(number))
    throw new ApiError('query.invalid', { why: 'after' });
  return number.toString('utf8');
}

const invalidQuery = (problem: Problem) =>
  new ApiError('query.invalid', { why: 'problems', count: 1 }, { problems: [problem] });

const problemOf = ({ limit }: Record<string, unknown>): Problem =>
  typeof limit === 'string' && !/^([1-9][0-9]{0,2}|1000)$/.test(limit)
    ? problemAt('limit', 'number.range', { least: 1, most: 1000 })
    : problemAt('', 'supplierlist.query');
