import Type from 'typebox';
import { companyInPath, idInPath, time } from '../../desk/requests.ts';
import { notBlank, refusesOthers } from '../../ground/http/document/publish.ts';
import { payeeFields } from '../payee.ts';
import { SupplierEntry } from '../shape.ts';

const text = (description: string) => Type.String({ description });
const entry = SupplierEntry.properties as Record<string, ReturnType<typeof Type.String>>;

const proposal = {
  id: text('The id of the proposal.'),
  patch: Type.Object(
    Object.fromEntries(payeeFields.map((field) => [field, Type.Optional(entry[field] as ReturnType<typeof text>)])),
    { description: 'What the fields would be. The end of a personal number is not shown.' },
  ),
  by: Type.Object(
    { id: text('The id of the operator.'), name: text('What the operator was called then.') },
    { description: 'Who proposed it.' },
  ),
  at: time('When.'),
};

const SupplierProposal = Type.Object(
  {
    ...proposal,
    confirm: Type.Object(
      {
        allowed: Type.Boolean({ description: 'Whether it can be confirmed now.' }),
        why: Type.Optional(text('Why not.')),
        code: Type.Optional(text('Why not, for programs.')),
      },
      { description: 'Whether it can be confirmed, by this operator.' },
    ),
  },
  { $id: 'SupplierProposal', description: 'A change of who is paid, which waits for a second person.' },
);

const WaitingProposals = Type.Object(
  {
    proposals: Type.Array(
      Type.Object({
        ...proposal,
        supplierNumber: text('The supplier’s number.'),
        supplierName: text('The supplier’s name.'),
      }),
      { description: 'What waits, the earliest first; at most 100.' },
    ),
  },
  { $id: 'WaitingProposals', description: 'Changes of suppliers that wait for a second person.' },
);

export const exampleProposal = {
  id: '019a7c3f-2c11-7d52-8a90-3e6c1f2b4d88',
  patch: { bankGiro: '5050-1055' },
  by: { id: '019a7c3e-0a1b-7c2d-8e3f-4a5b6c7d8e9f', name: 'The approver' },
  at: '2026-11-15T08:00:00.000Z',
};

export const ProposalDecline = Type.Object(
  { reason: Type.String({ pattern: notBlank, maxLength: 1_000, description: 'Why it is declined, or taken back.' }) },
  {
    ...refusesOthers,
    $id: 'ProposalDecline',
    description: 'A proposal that is declined.',
    examples: [{ reason: 'The supplier knows nothing of a new account.' }],
  },
);

export const companyParams = Type.Object({ companyId: companyInPath });
export const proposalInPath = Type.Object({
  companyId: companyInPath,
  number: Type.String({ minLength: 1, maxLength: 255, description: 'The supplier’s number.' }),
  proposalId: idInPath('The proposal’s id.'),
});

export const proposalSchemas = [SupplierProposal, WaitingProposals, ProposalDecline];
