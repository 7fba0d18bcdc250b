import Type from 'typebox';
import { listOwnProposals } from './proposals.ts';
import { identifierInQuery, pageLimit, time } from '../../door/reading.ts';
import { operation } from '../../door/operation.ts';
import { arrayOf, named, oneOf, text } from '../../ground/http/document/fields.ts';
import { type ProposalState, proposalStates, Supplier } from '../shape.ts';

const defaultLimit = 100;

const states = {
  waiting: 'waiting: the company has not decided.',
  confirmed: 'confirmed: the record was changed.',
  declined: 'declined: nothing changed.',
} satisfies Record<ProposalState, string>;

const { number: _number, ...described } = Supplier.properties as unknown as Record<string, { description: string }>;
const proposed = Object.fromEntries(
  Object.entries(described).map(([field, { description }]) => [field, Type.Optional(text(description))]),
);

const example = {
  id: '019a7c3e-9b20-7d44-8a51-3c2e1f0d9b87',
  number: '1042',
  state: 'declined',
  proposed: { bankGiro: '5050-1055' },
  proposedAt: 1_763_114_400_000,
  decidedAt: 1_763_118_000_000,
  reason: 'The supplier knows nothing of a new account.',
};

export const SupplierProposal = named('PartnerProposal', 'A change of a supplier that this partner proposed.', {
  id: Type.String({ format: 'uuid', description: 'The proposal’s id, also in its events.' }),
  number: text('The supplier’s number.', '1042'),
  state: oneOf(proposalStates, Object.values(states).join(' '), 'waiting'),
  proposed: Type.Object(proposed, {
    description:
      'The fields that differed from the company’s record, with the values that you sent; empty to empty a field.',
    examples: [example.proposed],
  }),
  proposedAt: time('When it was proposed.'),
  decidedAt: Type.Optional(time('When the company decided. Missing while it waits.')),
  reason: Type.Optional(text('Why it was declined. Missing otherwise.', example.reason)),
});

export const SupplierProposals = named('PartnerProposals', 'Changes of suppliers that this partner proposed.', {
  proposals: arrayOf(Type.Ref('PartnerProposal'), 'The proposals, newest first.'),
  next: Type.Optional(text('Send it as after to get older proposals. It is absent on the last page.')),
});

const ProposalsQuery = Type.Object({
  number: identifierInQuery('Only proposals for the supplier with this number.'),
  state: Type.Optional(oneOf(proposalStates, 'Only proposals in this state.')),
  limit: pageLimit(`The maximum number of proposals in a page, from 1 to 1000. The default is ${defaultLimit}.`),
  after: Type.Optional(
    Type.String({ format: 'uuid', description: 'The next of the page before, for older proposals.' }),
  ),
});

export const listProposals = operation({
  id: 'listSupplierProposals',
  method: 'GET',
  path: '/supplierinvoices/proposals',
  scope: 'suppliers:read',
  summary: 'List your proposed changes of suppliers',
  description:
    'Answers the changes of suppliers that this partner proposed, newest first, with what the company decided. One that the partner has replaced or taken back is not listed.',
  query: ProposalsQuery,
  identifiers: ['number'],
  answer: SupplierProposals,
  answerDescription: 'The proposals.',
  example: { proposals: [example] },
  invalid: { description: 'A query parameter is not valid.', message: 'limit takes a whole number from 1 to 1000.' },
  handler:
    ({ pool }) =>
    ({ partner, query }, reply) => {
      reply.header('cache-control', 'private, no-cache');
      return listOwnProposals(pool, partner, { ...query, limit: Number(query.limit ?? defaultLimit) });
    },
});
