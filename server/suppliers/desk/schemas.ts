import Type, { type Static } from 'typebox';
import { changeList } from './queries.ts';
import { likenesses } from '../../checks/context.ts';
import {
  anyObject,
  count,
  flag,
  form,
  listOf,
  named,
  oneOf,
  text,
  textOrNull,
  group,
  arrayOf,
} from '../../ground/http/document/fields.ts';
import { seqOrNull } from '../../desk/fields.ts';
import { importOutcome, importPreview } from '../../desk/imports.ts';
import { catchingUp, pageOf, pageQuery } from '../../desk/lists.ts';
import { textInQuery, time } from '../../desk/requests.ts';
import { notBlank, refusesOthers } from '../../ground/http/document/publish.ts';
import { shownFields, supplierList } from '../projection.ts';
import { SupplierEntry, supplierFields, type SupplierField, writtenFields } from '../shape.ts';

const { number: _number, ...changeable } = SupplierEntry.properties as Record<SupplierField, ReturnType<typeof text>>;
const someFields = Type.Partial(Type.Object(changeable)).properties;
const isContactConfirmed = flag(
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

const proposalSchemas = [SupplierProposal, WaitingProposals, ProposalDecline];

const reason = (description: string, maxLength: number, example: string) =>
  Type.String({ pattern: notBlank, maxLength, description, examples: [example] });
const entry = SupplierEntry.properties as Record<SupplierField, ReturnType<typeof text>>;
const fieldsOf = (fields: readonly SupplierField[]) => Object.fromEntries(fields.map((field) => [field, entry[field]]));
const { number: numberField, ...otherFields } = writtenFields;
const updatedAt = time('When the supplier was last changed.');

const SupplierRow = named('SupplierRow', 'A supplier in a list.', {
  ...fieldsOf(shownFields),
  updatedAt,
  blocked: flag('Whether it is blocked.', false),
});
export const SupplierRows = pageOf('SupplierRows', 'SupplierRow', 'A page of suppliers.');

const LookAlike = named(
  'LookAlike',
  'Another supplier that a person may mistake for this one. A partner registered one of the two, and nobody at the company has confirmed it.',
  {
    ...fieldsOf(['number', 'name', 'organizationalNumber', 'bankGiro', 'postGiro', 'iban']),
    by: arrayOf(
      Type.Unsafe<string>({ type: 'string', enum: [...likenesses] }),
      'The similarities: number, name, organization.',
    ),
  },
);

export const SupplierRecord = named('SupplierRecord', 'The supplier.', {
  ...entry,
  extra: anyObject(
    'Fields that the partner sent and the interface does not know, as they were sent, and the whole texts of contact details that are too long.',
  ),
  extraAccounts: listOf('Accounts in these fields that are none of the supplier’s. Nobody is paid by them.', {
    path: text('The field that has it.'),
    kind: oneOf(
      ['bankGiro', 'postGiro', 'iban', 'account'],
      'Its kind; account if neither its name nor its form says.',
    ),
    account: text('The account.'),
  }),
  findings: listOf('Numbers of the supplier with a wrong length or check digit.', {
    code: oneOf(
      ['number.bankgiro', 'number.postgiro', 'number.organization'],
      'The code of the finding, as invoices have it.',
    ),
    path: text('The field.', 'bankGiro'),
  }),
  createdAt: time('When the supplier was registered.'),
  updatedAt,
  createdBy: text('The partner or the operator who registered the supplier, or “the company”.', 'Scanner'),
  proposals: arrayOf(Type.Ref('SupplierProposal'), 'Changes that wait for confirmation, oldest first.'),
  blocked: Type.Unsafe<{ at: string; reason: string; seq: number | null } | null>({
    type: ['object', 'null'],
    properties: {
      at: time('Since when.'),
      reason: text('The reason that the operator gave.'),
      seq: seqOrNull('The number of its event, which an unblocking names; null for a block of an earlier version.'),
    },
    required: ['at', 'reason', 'seq'],
    description: 'Since when and why it is blocked, so that its invoices are held. Null if it is not.',
  }),
  isConfirmed: flag('Whether the company registered it, or an operator has confirmed its account.', false),
  isContactConfirmed,
  confirmed: Type.Unsafe<{ at: string; by: string } | null>({
    type: ['object', 'null'],
    properties: { at: time('When.'), by: text('The operator, or “the company”.') },
    required: ['at', 'by'],
    description:
      'Who confirmed the account that a partner registered, or wrote another one. Null if nobody did, or if the company registered the supplier.',
  }),
  alike: arrayOf(
    Type.Ref('LookAlike'),
    'Suppliers that look like it. If it is not confirmed, invoices are held with payee.twin if their account differs.',
  ),
});

export const SupplierPatch = Type.Partial(Type.Object(otherFields), {
  ...refusesOthers,
  $id: 'SupplierPatch',
  description:
    'The fields to change. An absent field stays as it is; null or an empty text empties it. The name cannot be emptied.',
  examples: [{ iban: 'SE4550000000058398257466', bicSwift: 'ESSESESS' }],
});
export type SupplierPatch = Static<typeof SupplierPatch>;

export const SupplierForm = form(
  'SupplierForm',
  'A supplier to register. An absent field or null is empty.',
  writtenFields,
);
export type SupplierForm = Static<typeof SupplierForm>;

const blockReason = reason(
  'It is shown beside the supplier, and kept in its history.',
  2_000,
  'The account has to be confirmed by telephone.',
);

export const SupplierBlock = form('SupplierBlock', 'The reason for blocking a supplier.', { reason: blockReason });

export const SupplierUnblock = form('SupplierUnblock', 'The block to lift, and the reason.', {
  reason: blockReason,
  blockSeq: seqOrNull(
    'The block that is lifted: blocked.seq of the supplier as the operator saw it. If anybody has unblocked or blocked the supplier since, it is a 409, with why decision.later, by whom and when.',
  ),
});

export const SupplierDistinction = form('SupplierDistinction', 'Another supplier that is not the same one.', {
  other: reason('The number of the other supplier.', 255, '1042-2'),
});

export const SupplierOfFile = form(
  'SupplierOfFile',
  'A supplier of an import. Absent fields stay as they are; a new supplier needs a name.',
  { number: numberField, ...Type.Partial(Type.Object(otherFields)).properties },
);

export const SuppliersImported = importOutcome('SuppliersImported', 'suppliers', {
  proposed: Type.Optional(
    count(
      'The number of suppliers with a change of the account, name or organisational number that waits for a second person. Absent if there is none.',
    ),
  ),
});

export const SuppliersPreview = importPreview('SuppliersPreview', 'suppliers');

export const SupplierFigures = named(
  'SupplierFigures',
  'The supplier’s invoices by year. Rejected and withdrawn ones do not count.',
  {
    years: listOf('The years with invoices, the latest first.', {
      year: count('The year of the invoice date, or of the arrival if there is none.', 2026),
      invoices: count('The number of invoices.', 12),
      sums: listOf('Their sums by currency.', {
        currency: textOrNull('The currency; null if none was sent.', 'SEK'),
        total: text('The exact sum of the totals.', '148250.50'),
      }),
    }),
    more: flag('Whether there are more than 100,000 invoices, of which only the latest were counted.', false),
    catchingUp,
  },
);

const SupplierChange = named('SupplierChange', 'The registration of a supplier, or one change of it.', {
  at: time('When it was registered or changed.'),
  type: oneOf(
    ['supplier.created', 'supplier.updated'],
    'supplier.created for the registration, which is the oldest row, otherwise supplier.updated.',
    'supplier.updated',
  ),
  by: text(
    'The name of the operator or the partner who changed it, or “the command line”; for the registration the partner or the operator, or “the company”.',
    'The approver',
  ),
  changes: arrayOf(
    Type.Object({
      field: oneOf(
        [...supplierFields, 'blocked', 'confirmed', 'distinct'],
        'The name of the field; blocked or confirmed, which are yes or no; or distinct, if an operator stated that this supplier and the one with the number in `to` are two.',
      ),
      from: text('The earlier value.'),
      to: text('The new value.'),
      reason: Type.Optional(text('Why the supplier was blocked or unblocked.')),
    }),
    'Each changed field. Empty for the registration.',
    [{ field: 'iban', from: '', to: 'SE4550000000058398257466' }],
  ),
  proposedBy: Type.Optional(
    text('The name of the operator or the partner who proposed it, if somebody else confirmed it.'),
  ),
});
export const SupplierChanges = pageOf('SupplierChanges', 'SupplierChange', 'A page of changes, newest first.');

export const supplierNumber = Type.String({ minLength: 1, maxLength: 255, description: 'The supplier’s number.' });

export const SuppliersQuery = Type.Object({
  q: textInQuery(
    'Only suppliers whose number, name, organisational number, bank giro or post giro contain each of these words, without regard to case and accents. One or two characters are searched at the beginnings of words.',
  ),
  ...pageQuery(supplierList),
});

export const ChangesQuery = Type.Object(pageQuery(changeList));

export const supplierSchemas = [
  SupplierRow,
  SupplierRows,
  SupplierRecord,
  SupplierPatch,
  SupplierForm,
  LookAlike,
  SupplierBlock,
  SupplierUnblock,
  SupplierDistinction,
  SupplierFigures,
  SupplierOfFile,
  SuppliersImported,
  SuppliersPreview,
  SupplierChange,
  SupplierChanges,
  ...proposalSchemas,
];
