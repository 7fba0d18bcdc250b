import Type from 'typebox';
import { flag, form, group, listOf, named, text } from '../../desk/fields.ts';
import { time } from '../../desk/requests.ts';
import { notBlank } from '../../ground/http/document/publish.ts';
import { SupplierEntry, type SupplierField } from '../shape.ts';
const { number: _number, ...changeable } = SupplierEntry.properties as Record<SupplierField, ReturnType<typeof text>>;
const someFields = Type.Partial(Type.Object(changeable)).properties;
export const isContactConfirmed = flag(
  'Whether somebody at the company has confirmed the account, or written or confirmed the telephone number, e-mail address or website. Other contact details that a partner sends then wait for confirmation. If not, a partner wrote them, and they prove nothing.',
  true,
);

const proposal = {
  id: text('The id of the proposal.'),
  patch: Type.Object(someFields, {
    description: 'The new values of the fields. The end of a personal number is masked.',
    examples: [{ bankGiro: '5050-1055' }],
  }),
  by: group('Who proposed it: an operator, or a partner that may not change it.', {
    id: text('The id of the operator or the partner.'),
    name: text('The name at that time.', 'The approver'),
    partner: Type.Optional(flag('True for a partner; absent for an operator.')),
  }),
  at: time('When it was proposed.'),
  confirm: group('Whether this operator can confirm it.', {
    allowed: flag('Whether it can be confirmed now.'),
    why: Type.Optional(text('The reason why not.')),
    code: Type.Optional(text('The reason why not, for programs.')),
  }),
};

const SupplierProposal = named(
  'SupplierProposal',
  'A change of the payee that waits for a second person, or a change of a supplier that a partner proposed.',
  proposal,
);

export const WaitingProposals = named('WaitingProposals', 'Changes of suppliers that wait for confirmation.', {
  proposals: listOf('The proposals, oldest first; at most 100.', {
    ...proposal,
    supplierNumber: text('The supplier’s number.', '1042'),
    supplierName: text('The supplier’s name.', 'Nordbygg Material AB'),
    phone: text('The telephone number in the record.', '+46 18 000 00 00'),
    isContactConfirmed,
    now: Type.Object(someFields, {
      description: 'The present values of the same fields. The end of a personal number is masked.',
      examples: [{ bankGiro: '991-2346' }],
    }),
  }),
});

export const ProposalDecline = form('ProposalDecline', 'The reason for declining a proposal.', {
  reason: Type.String({
    pattern: notBlank,
    maxLength: 1_000,
    description: 'Why it is declined or withdrawn.',
    examples: ['The supplier knows nothing of a new account.'],
  }),
});

export const proposalSchemas = [SupplierProposal, WaitingProposals, ProposalDecline];
