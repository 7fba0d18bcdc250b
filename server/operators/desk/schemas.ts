import Type, { type Static } from 'typebox';
import { operatorOrder, operatorTokenList } from '../admin-store.ts';
import {
  flag,
  form,
  listOf,
  named,
  oneOf,
  oneOfOrNull,
  orNull,
  text,
  textOrNull,
  requiredText,
  group,
  arrayOf,
} from '../../ground/http/document/fields.ts';
import { action, person } from '../../desk/fields.ts';
import { inPagesOnly, pageOf, pageQuery } from '../../desk/lists.ts';
import { idInBody, time, timeOrNull } from '../../desk/requests.ts';
import { refusesOthers } from '../../ground/http/document/publish.ts';
import { systemList } from '../systems/system-store.ts';

const administrator = flag(
  'Whether the operator is an administrator of the installation, who may enter every company and manage all access.',
  false,
);
const name = requiredText('The name, as it is shown in histories and the audit log.', 'The approver');

const role = oneOf(
  ['administrator', 'approver', 'viewer'],
  'The operator’s role in it: administrator of the company, approver or viewer.',
  'approver',
);

const aboutLimit =
  'An invoice with a greater total, or one that cannot be compared with it, takes a second approver. The limit is in the currency of the company’s settings, and applies to approvers only.';

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
          description: `${aboutLimit} null is no limit. If it is left out, it stays as it is.`,
          examples: ['50000'],
        }),
      ),
    },
    refusesOthers,
  ),
  {
    maxItems: 1_000,
    description:
      'The companies that the operator works in. An administrator of the installation may enter every company without one.',
  },
);

export const OperatorRow = named('OperatorRow', 'An operator.', {
  id: text('The operator’s id.'),
  email: text('The e-mail address.', 'approver@example.com'),
  name: text('The name.', 'The approver'),
  administrator,
  companies: listOf('The companies that the operator works in.', {
    id: text('The company’s id.'),
    name: text('The company’s name.', 'Acme'),
    role,
    approvalLimit: Type.Optional(text(`${aboutLimit} Missing if there is none.`, '50000.00')),
  }),
  createdAt: time('When the operator was created.'),
  disabledAt: timeOrNull('When the operator was disabled; null if not.'),
  invited: flag('True until the operator can sign in.', false),
  rolesFrom: orNull(
    group('The directory.', { id: text('The directory’s id.'), name: text('Its name.', 'Acme') }),
    'The directory that all of the operator’s roles come from; null if they are set here.',
  ),
  rolesOnly: Type.Optional(
    flag(
      inPagesOnly(
        'For administrators of companies only: whether they may change nothing but the roles, because the operator also works in companies that they do not administer. An administrator of the installation is not theirs to change at all.',
      ),
      false,
    ),
  ),
});

const rights = (description: string) =>
  group(description, {
    role: oneOfOrNull(['administrator', 'approver', 'viewer'], 'The role; null for none.'),
    approvalLimit: Type.Optional(text(`${aboutLimit} Missing if there is none.`, '50000.00')),
  });

export const OperatorProposals = named(
  'OperatorProposals',
  'Changes that give operators more rights and wait for a second administrator.',
  {
    proposals: listOf('The changes, oldest first.', {
      id: text('The id of the change.'),
      operator: person('The operator whose rights it changes.'),
      company: textOrNull('The name of the company; null if the operator is to be an administrator.'),
      from: rights('The present rights.'),
      to: rights('The proposed rights.'),
      by: person('The operator who proposed it, with the name at that time.'),
      at: time('When.'),
      confirm: action('confirmed'),
    }),
    resets: listOf('Second factors that are to be removed, because somebody lost them; oldest first.', {
      id: text('The id of the change.'),
      operator: person('The operator whose second factors are removed.'),
      by: person('The operator who proposed it, with the name at that time.'),
      at: time('When.'),
      confirm: action('confirmed'),
    }),
  },
);

export const OperatorRows = pageOf('OperatorRows', 'OperatorRow', 'A page of operators.');

export const OperatorForm = form('OperatorForm', 'A new operator.', {
  email: Type.String({ minLength: 3, maxLength: 255, description: 'The e-mail address, which no other operator has.' }),
  name,
  administrator: Type.Optional(administrator),
  companies: Type.Optional(admissions),
});

export const OperatorPatch = form(
  'OperatorPatch',
  'The fields of an operator to change. Those that are left out stay as they are.',
  {
    name: Type.Optional(name),
    administrator: Type.Optional(administrator),
    companies: Type.Optional(admissions),
    rolesFrom: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'uuid',
        minLength: 36,
        maxLength: 36,
        description:
          'The directory that the operator’s roles come from, from the next sign-in by it on; the operator must have an account of it. null: they are set here, and stay as they are now.',
      }),
    ),
    disabled: Type.Optional(
      flag(
        'true: the operator can no longer sign in, and every session and operator token ends. false: the operator can sign in again.',
      ),
    ),
  },
);

const invitation = {
  invitation: Type.Optional(
    text(
      'The key of a one-time link, {base URL}/console/welcome#{key}, valid for seven days. Only if the service sends no mail.',
      'N0Vj2m1mYw8mZ7t9cJm3x5sQe4rT6uI8oP0aS2dF4gH',
    ),
  ),
  sent: Type.Optional(
    flag('Whether the link was sent to the operator’s e-mail address. Missing if the service sends no mail.'),
  ),
  notSent: Type.Optional(
    Type.Ref('Notice', { description: 'The reason why it was not sent. Ask for a new link to try again.' }),
  ),
};
export const OperatorInvited = named('OperatorInvited', 'The new operator.', {
  id: text('The operator’s id.'),
  ...invitation,
});
export const Invitation = named('Invitation', 'A new one-time link. Earlier ones are void.', invitation);

export const OperatorTokenForm = form('OperatorTokenForm', 'A new operator token.', {
  name: requiredText('The purpose of the token.', 'Ledger export'),
  expiresAt: Type.Optional(timeOrNull('When it expires. The default is in 90 days.')),
});
export type OperatorTokenForm = Static<typeof OperatorTokenForm>;

const OperatorTokenRow = named(
  'OperatorTokenRow',
  'An operator token. The service does not know the token itself. It ends when it expires, when it is revoked, when the operator’s password is changed or set anew, when the operator signs out everywhere, and when the operator is disabled.',
  {
    id: text('The token’s id.'),
    name: text('The purpose of the token.', 'Ledger export'),
    createdAt: time('When it was created.'),
    expiresAt: timeOrNull('When it expires; null for a token of an earlier version, which does not.'),
    revokedAt: timeOrNull('When it was revoked; null if it was not.'),
    lastUsedAt: timeOrNull('When it was last used, to the minute; null if it never was.'),
  },
);
export const OperatorTokenRows = pageOf('OperatorTokenRows', 'OperatorTokenRow', 'A page of operator tokens.');

export const IssuedOperatorToken = named('IssuedOperatorToken', 'A new operator token.', {
  id: text('The token’s id.'),
  token: text('The token, shown only this once.', 'dwo_…'),
});

export const OperatorsQuery = Type.Object(pageQuery(operatorOrder));
export const OperatorTokensQuery = Type.Object(pageQuery(operatorTokenList));

export const operatorAdminSchemas = [
  OperatorRow,
  OperatorProposals,
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

const expiresAt = Type.Optional(
  timeOrNull('When the token expires. Without it, the token is valid until it is revoked.'),
);

export const SystemForm = form('SystemForm', 'A system to make.', {
  name: requiredText('What the system is called, as it stands in histories and the audit log.', 'Bookkeeping'),
  expiresAt,
});
export type SystemForm = Static<typeof SystemForm>;

export const SystemTokenForm = form('SystemTokenForm', 'A token of a system to make.', {
  name: Type.Optional(requiredText('What the token is for. Without it, the system’s name.', 'From 2027 on')),
  expiresAt,
});
export type SystemTokenForm = Static<typeof SystemTokenForm>;

const SystemRow = named('SystemRow', 'A system of the company. It may read, and say what it has booked.', {
  id: text('The system’s id.'),
  name: text('The name.', 'Bookkeeping'),
  createdAt: time('When the system was made.'),
  disabledAt: timeOrNull('When the system was shut off; null where this is not so.'),
  lastUsedAt: timeOrNull('When any of its tokens was last used, to the minute; null where that never happened.'),
  tokens: arrayOf(
    Type.Ref('OperatorTokenRow'),
    'Its tokens, the latest first, at most 50; revoked and expired ones too. A CSV file leaves it out.',
  ),
});

export const SystemRows = pageOf('SystemRows', 'SystemRow', 'A page of systems.');

export const SystemMade = named('SystemMade', 'The system was made.', {
  id: text('The system’s id.'),
  token: text('Its first token. It is shown only this once.', 'dwo_…'),
});

export const SystemsQuery = Type.Object(pageQuery(systemList));

export const systemSchemas = [SystemForm, SystemTokenForm, SystemRow, SystemRows, SystemMade];
