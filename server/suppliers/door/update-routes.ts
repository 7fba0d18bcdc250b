import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { lastSegment } from '../../door/door.ts';
import { updateSupplier, type UpdateOutcome } from './update.ts';
import type { DoorDeps } from '../../deps.ts';
import { idempotencyKey, messageFor, sendCreated } from '../../door/create.ts';
import { createHeaders, createProblems, success } from '../../door/shapes.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { invalidBody } from '../../errors/errors.ts';
import { inTurns } from '../../ground/scheduling/slices.ts';
import { checkedBody } from '../../ground/http/bodies/body.ts';
import { problem } from '../../ground/http/document/shapes.ts';
import { identifierOf } from '../../identifiers.ts';
import { findingAccountNotes } from './account-notes.ts';
import { removedSupplierFields, Supplier, supplierIdentifiers } from '../shape.ts';

export function supplierUpdateRoutes(app: FastifyInstance, deps: DoorDeps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.put(`/supplierinvoices/suppliers/${lastSegment('number')}`, {
    config: { operation: 'updateSupplier' },
    attachValidation: true,
    preHandler: checkedBody(Supplier, supplierIdentifiers),
    schema: {
      operationId: 'updateSupplier',
      summary: 'Update a supplier',
      description:
        'Takes the body of creation. A name, organisational number or account that differs from the company’s record is proposed to the company, whose operators confirm or decline it; until then nothing changes. So are the contact details (city, street, postIndex, country, phone, email, website) of a supplier that the company registered or confirmed. Of what is proposed, a missing, null or empty field proposes nothing. The contact details of a supplier that nobody at the company has confirmed are replaced at once: one that is missing, null or empty is emptied. The last proposal of a partner for a supplier counts. At most 100 of a partner’s proposals wait at a time.',
      headers: createHeaders,
      params: Type.Object({
        number: Type.String({ description: 'The number of the supplier, percent-encoded.', examples: ['1042'] }),
      }),
      body: Type.Ref('Supplier'),
      response: {
        200: success(
          Type.Ref('SupplierUpdated'),
          'The body was accepted. The message says what changed and what waits for the company.',
          { message: 'phone and bankGiro wait until the company confirms them.' },
        ),
        ...createProblems(
          {
            description:
              'The body is not valid, or its number is not that of the path. All problems are named at once.',
            message: 'number must be the number in the path, "1042".',
          },
          {
            description:
              'As many changes as a partner may propose wait for the company already, or the Idempotency-Key was used with another body.',
            message:
              '100 changes of suppliers that this partner proposed already wait for the company. Ask the company to confirm or decline them, then send this again.',
          },
        ),
        404: problem(
          'The path is unknown, or the company has no supplier with this number.',
          'There is no supplier with the number "1042". Create the supplier.',
        ),
      },
    },
    handler: async (request, reply) => {
      const { number } = request.params;
      const { partner, grant, call, id } = request;
      const supplier = request.body as Supplier;
      const named = identifierOf(number);
      if (identifierOf(supplier.number) !== named)
        throw invalidBody([problemAt('number', 'number.path', { number: named })]);
      // Only a caller that may list suppliers learns what the company's record has.
      const mayRead = grant.scopes.includes('suppliers:read');
      const notes = await inTurns(findingAccountNotes(supplier), call.caller?.key);
      const message = (outcome: UpdateOutcome) =>
        messageFor(mayRead ? inDetail(outcome) : discreetly, Supplier, supplier, removedSupplierFields, true, notes);
      const hasUnknown = Object.keys(supplier).some((field) => !Object.hasOwn(Supplier.properties, field));
      const key = await idempotencyKey(request);
      const sent = { supplier, document: call.text, hasUnknown, message, traceId: id, key };
      return sendCreated(reply, await updateSupplier(deps, partner, number, sent));
    },
  });
}

const discreetly =
  'Supplier updated: a name, organisational number or account that differs from the company’s record waits until the company confirms it, and so do contact details if the company has confirmed the supplier.';

const joined = (fields: readonly string[]) => fields.join(', ').replace(/, (?=[^,]*$)/, ' and ');

function inDetail({ changed, proposed }: UpdateOutcome): string {
  if (changed.length + proposed.length === 0) return 'Nothing differs from the company’s record.';
  return [
    ...(changed.length === 0 ? [] : [`Supplier updated: ${joined(changed)} changed.`]),
    ...(proposed.length === 0
      ? []
      : [
          `${joined(proposed)} ${proposed.length === 1 ? 'waits until the company confirms it' : 'wait until the company confirms them'}.`,
        ]),
  ].join(' ');
}
