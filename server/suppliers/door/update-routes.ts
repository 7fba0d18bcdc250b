import type { FastifyReply, FastifyRequest } from 'fastify';
import { usedLengthsOfSupplier } from '../../../common/used-lengths.ts';
import { findingAccountNotes } from './actions.ts';
import { SupplierUpdated } from './schemas.ts';
import { messageOf, updateSupplier, type UpdateOutcome } from './update.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { findingsOfTexts } from '../../checks/rules/plausibility.ts';
import type { DoorDeps } from '../../deps.ts';
import { idempotencyKey, messageFor, sendCreated } from '../../door/create.ts';
import { operation } from '../../door/operation.ts';
import { ApiError, forbidden, invalidBody } from '../../errors/errors.ts';
import { matchesEtag } from '../../ground/http/answers/kept.ts';
import { problem } from '../../ground/http/document/shapes.ts';
import { inTurns } from '../../ground/scheduling/slices.ts';
import { identifierOf } from '../../identifiers.ts';
import { usedPartsOf } from '../rules.ts';
import { removedSupplierFields, Supplier, supplierIdentifiers, SupplierUpdate } from '../shape.ts';

const readScope = 'suppliers:read';

const shared = {
  path: '/supplierinvoices/suppliers/:number',
  scope: 'suppliers:write',
  ifMatch: true,
  findings: true,
  parameters: { number: { description: 'The number of the supplier, percent-encoded.', examples: ['1042'] } },
  identifiers: supplierIdentifiers,
  answer: SupplierUpdated,
  answerDescription: 'The body was accepted. The message says what changed and what waits for the company.',
  example: { message: 'phone and bankGiro wait until the company confirms them.' },
  invalid: {
    description: 'The body is not valid, or its number is not that of the path. All problems are named at once.',
    message: 'number must be the number in the path, "1042".',
  },
  conflict: {
    description:
      'As many changes as a partner may propose wait for the company already, or the Idempotency-Key was used with another body.',
    message:
      '100 changes of suppliers that this partner proposed already wait for the company. Ask the company to confirm or decline them, then send this again.',
  },
  otherAnswers: {
    404: problem(
      'The path is unknown, or the company has no supplier with this number.',
      'There is no supplier with the number "1042". Create the supplier.',
    ),
    412: problem(
      'The supplier has another ETag than those in If-Match. Nothing has changed.',
      new ApiError('supplier.changed', { number: '1042' }).message,
      { ETag: { type: 'string', description: 'The present ETag of the supplier.' } },
    ),
  },
} as const;

/** An ETag reveals the record to a caller that tries many of them, so it takes the scope to read it. */
function expectationOf({ headers, grant }: FastifyRequest) {
  const expected = headers['if-match'];
  if (expected === undefined) return undefined;
  if (!grant.scopes.includes(readScope)) throw forbidden(readScope);
  return (etag: string) => matchesEtag(expected, etag);
}

interface SupplierRequest extends FastifyRequest {
  params: { readonly number: string };
  body: SupplierUpdate;
}

const knownOf = (sent: SupplierUpdate): SupplierUpdate =>
  Object.fromEntries(Object.entries(sent).filter(([field]) => Object.hasOwn(Supplier.properties, field)));

async function change(
  deps: DoorDeps,
  request: SupplierRequest,
  reply: FastifyReply,
  { shape, isPartial }: { shape: typeof Supplier | typeof SupplierUpdate; isPartial: boolean },
) {
  const { partner, grant, call, id: traceId, body: sent, params } = request;
  const isExpected = expectationOf(request);
  const named = identifierOf(params.number);
  if (sent.number !== undefined && identifierOf(sent.number) !== named)
    throw invalidBody([problemAt('number', 'number.path', { number: named })]);
  const notes = await inTurns(findingAccountNotes(sent), call.caller?.key);
  const mayRead = grant.scopes.includes(readScope);
  const message = (outcome: UpdateOutcome) =>
    messageFor(messageOf(outcome, mayRead), shape, sent, removedSupplierFields, !isPartial, notes);
  const findings = findingsOfTexts(sent, usedLengthsOfSupplier);
  const hasUnknown = Object.keys(sent).some((field) => !Object.hasOwn(Supplier.properties, field));
  const isKept = findings.length > 0 || (hasUnknown && !isPartial);
  const extraOf = isKept ? (isPartial ? JSON.stringify(knownOf(sent)) : call.text) : undefined;
  const key = await idempotencyKey(request);
  const item = { sent: usedPartsOf(sent), isPartial, extraOf, findings, isExpected, message, traceId, key };
  return sendCreated(reply, await updateSupplier(deps, partner, params.number, item));
}

export const update = operation({
  ...shared,
  id: 'updateSupplier',
  method: 'PUT',
  summary: 'Update a supplier',
  description:
    'Takes the body of creation. A name, organisational number or account that differs from the company’s record is proposed to the company, whose operators confirm or decline it; until then nothing changes. So are the contact details (city, street, postIndex, country, phone, email, website) of a supplier that the company registered or confirmed. Of what is proposed, a missing, null or empty field proposes nothing. The contact details of a supplier that nobody at the company has confirmed change at once; one that is missing, null or empty is emptied if this partner registered the supplier, otherwise it stays. The last proposal of a partner for a supplier counts. At most 100 of a partner’s proposals wait at a time.',
  body: Supplier,
  handler: (deps) => (request, reply) => change(deps, request, reply, { shape: Supplier, isPartial: false }),
});

export const patch = operation({
  ...shared,
  id: 'patchSupplier',
  method: 'PATCH',
  summary: 'Change some fields of a supplier',
  description:
    'Changes or proposes only the fields that are sent, by the rules of updateSupplier; null or an empty text empties a field, or proposes to empty it. Fields that are not sent stay as they are, also in a proposal of this partner that waits. Unknown fields are not stored. With If-Match the change is made only if the supplier is as it was read; without it, in any case.',
  body: SupplierUpdate,
  handler: (deps) => (request, reply) => change(deps, request, reply, { shape: SupplierUpdate, isPartial: true }),
});
