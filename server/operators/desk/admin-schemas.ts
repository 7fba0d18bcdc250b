import Type, { type Static } from 'typebox';
import { operatorList, operatorTokenList } from '../admin-store.ts';
import { pageOf, pageQuery } from '../../desk/lists.ts';
import { idInBody, idInPath, time, timeOrNull } from '../../desk/requests.ts';
import { refusesOthers } from '../../ground/http/document/publish.ts';
import { requiredText } from '../../ground/http/document/fields.ts';

const administrator = Type.Boolean({ description: 'Whether the operator may enter every company and manage access.' });
const name = requiredText({
  description: 'The name, as it stands in histories and the audit log.',
  examples: ['The approver'],
});

const role = Type.Unsafe<'approver' | 'viewer'>({
  type: 'string',
  enum: ['approver', 'viewer'],
  description: 'What the operator is in it: approver or viewer.',
});

const aboutLimit =
  'An invoice with a greater total, or one that cannot be compared with it, takes a second approver. It is in the currency that the company’s settings name, and holds for approvers who are not administrators.';

const admissions = Type.Array(
  Type.Object(
    {
      id: idInBody('The company’s id.'),
      role,
      approvalLimit: Type.Optional(
        Type.Unsafe<string | null>({
          type: ['string', 'null'],
          pattern: '^[0-9]{1,15}([.][0-9]{1,2})?$',
          maxLength: 18,
          description: `${aboutLimit} null is no limit. Left out, it stays as it is.`,
          examples: ['50000'],
        }),
      ),
    },
    refusesOthers,
  ),
  {
    maxItems: 1_000,
    description: 'The companies that the operator works in. An administrator may enter every company without one.',
  },
);

const OperatorRow = Type.Object(
  {
    id: Type.String({ description: 'The operator’s id.' }),
    email: Type.String({ description: 'The e-mail address.' }),
    name: Type.String({ description: 'The name.' }),
    administrator,
    companies: Type.Array(
      Type.Object({
        id: Type.String({ description: 'The company’s id.' }),
        name: Type.String({ description: 'The company’s name.' }),
        role,
        approvalLimit: Type.Optional(Type.String({ description: `${aboutLimit} Left out where there is none.` })),
      }),
      { description: 'The companies that the operator was admitted to.' },
    ),
    createdAt: time('When the operator was made.'),
    disabledAt: timeOrNull('When the operator was disabled; null where this is not so.'),
    invited: Type.Boolean({ description: 'True while the operator has not set a password yet.' }),
  },
  { $id: 'OperatorRow', description: 'An operator.' },
);

export const exampleOperator = {
  id: '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77',
  email: 'approver@example.com',
  name: 'The approver',
  administrator: false,
  companies: [
    { id: '019a7c3e-0c11-7a52-9d10-5b6c1f2b4d77', name: 'Acme', role: 'approver', approvalLimit: '50000.00' },
  ],
  createdAt: '2026-11-01T08:00:00.000Z',
  disabledAt: null,
  invited: false,
};

const OperatorRows = pageOf(Type.Ref('OperatorRow'), { $id: 'OperatorRows', description: 'A page of operators.' });

export const OperatorForm = Type.Object(
  {
    email: Type.String({
      minLength: 3,
      maxLength: 255,
      description: 'The e-mail address, which no other operator has.',
    }),
    name,
    administrator: Type.Optional(administrator),
    companies: Type.Optional(admissions),
  },
  { ...refusesOthers, $id: 'OperatorForm', description: 'An operator to make.' },
);
export type OperatorForm = Static<typeof OperatorForm>;

export const OperatorPatch = Type.Object(
  {
    name: Type.Optional(name),
    administrator: Type.Optional(administrator),
    companies: Type.Optional(admissions),
    disabled: Type.Optional(
      Type.Boolean({
        description:
          'true: the operator cannot sign in any more, and every session and operator token ends. false: the operator can again, with a new session.',
      }),
    ),
  },
  {
    ...refusesOthers,
    $id: 'OperatorPatch',
    description: 'What to change of an operator. What is left out stays as it is.',
  },
);
export type OperatorPatch = Static<typeof OperatorPatch>;

const invited = {
  invitation: Type.Optional(
    Type.String({
      description:
        'The key of a one-time link, {base URL}/console/welcome#{key}, valid for seven days. Left out where the link was sent.',
    }),
  ),
  sent: Type.Optional(
    Type.Boolean({
      description:
        'Whether the link was sent to the operator’s e-mail address. Left out where the service sends no mail.',
    }),
  ),
  notSent: Type.Optional(Type.Ref('Notice', { description: 'Why it was not.' })),
};
const OperatorInvited = Type.Object(
  { id: Type.String({ description: 'The operator’s id.' }), ...invited },
  { $id: 'OperatorInvited', description: 'The operator was made.' },
);
const Invitation = Type.Object(invited, {
  $id: 'Invitation',
  description: 'A new one-time link. Earlier ones are void.',
});

export const OperatorTokenForm = Type.Object(
  {
    name: requiredText({ description: 'What the token is for.', examples: ['Ledger export'] }),
    expiresAt: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'date-time',
        description: 'When it expires. Without it, in 90 days.',
      }),
    ),
  },
  { ...refusesOthers, $id: 'OperatorTokenForm', description: 'An operator token to make.' },
);
export type OperatorTokenForm = Static<typeof OperatorTokenForm>;

const OperatorTokenRow = Type.Object(
  {
    id: Type.String({ description: 'The token’s id.' }),
    name: Type.String({ description: 'What the token is for.', examples: ['Ledger export'] }),
    createdAt: time('When it was made.'),
    expiresAt: timeOrNull('When it expires; null for one of an earlier version, which does not.'),
    revokedAt: timeOrNull('When it was revoked; null where it was not.'),
    lastUsedAt: timeOrNull('When it was last used, to the minute; null where it never was.'),
  },
  {
    $id: 'OperatorTokenRow',
    description:
      'An operator token. The token itself is not known to the service. Besides by its expiry and by revoking it, it ends when the operator’s password is changed or set anew, when the operator signs out everywhere, and when the operator is disabled.',
  },
);
const OperatorTokenRows = pageOf(Type.Ref('OperatorTokenRow'), {
  $id: 'OperatorTokenRows',
  description: 'A page of operator tokens.',
});

export const IssuedOperatorToken = Type.Object(
  {
    id: Type.String({ description: 'The token’s id.' }),
    token: Type.String({ description: 'The token. It is shown only this once.', examples: ['dwo_…'] }),
  },
  { $id: 'IssuedOperatorToken', description: 'A new operator token.' },
);

export const operatorInPath = Type.Object({ id: idInPath('The operator’s id.') });
export const ownTokenInPath = Type.Object({ id: idInPath('The token’s id.') });
export const operatorTokenInPath = Type.Object({
  id: idInPath('The operator’s id.'),
  tokenId: idInPath('The token’s id.'),
});
export const OperatorsQuery = Type.Object(pageQuery(operatorList));
export const OperatorTokensQuery = Type.Object(pageQuery(operatorTokenList));

export const operatorAdminSchemas = [
  OperatorRow,
  OperatorRows,
  OperatorForm,
  OperatorPatch,
  OperatorInvited,
  Invitation,
  OperatorTokenForm,
  OperatorTokenRow,
  OperatorTokenRows,
  IssuedOperatorToken,
];
