import Type, { type Static } from 'typebox';
import { action, person } from '../../desk/fields.ts';
import { idInBody, time } from '../../desk/requests.ts';
import {
  arrayOf,
  flag,
  form,
  group,
  listOf,
  named,
  oneOf,
  orNull,
  requiredText,
  text,
  textOrNull,
} from '../../ground/http/document/fields.ts';
import { notBlank, refusesOthers } from '../../ground/http/document/publish.ts';
import type { RoleRow } from '../directories/rules.ts';

const roles = ['administrator', 'approver', 'viewer'] as const;
const maxRows = 500;
const maxCompanies = 1_000;

const offer = {
  id: text('The directory’s id.'),
  name: text('The name, for the button.', 'Acme'),
};

export const DirectoryOffers = named('DirectoryOffers', 'The directories by which operators can sign in.', {
  directories: listOf('The directories, by name.', offer),
});

/** A path of the console; `//` and backslashes would lead to another host. */
const next = Type.String({
  pattern: '^/([^/\\\\\\x00-\\x20\\x7f][^\\\\\\x00-\\x20\\x7f]*)?$',
  maxLength: 2_000,
  description: 'The path of the console to show afterwards.',
  examples: ['/account'],
});

export const DirectoryStart = form(
  'DirectoryStart',
  'A sign-in by a directory to begin.',
  {
    next: Type.Optional(next),
    invitation: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The key of a one-time link. Its operator is linked with the person who signs in.',
      }),
    ),
  },
  { next: '/' },
);

export const DirectoryAddress = named('DirectoryAddress', 'Where the browser goes on.', {
  address: text('The address at the directory.', 'https://login.example.com/authorize?client_id=doorway&…'),
});

export const DirectoryReply = form(
  'DirectoryReply',
  'What the directory added to the address of the console when it sent the browser back.',
  {
    state: Type.String({ minLength: 1, maxLength: 200, description: 'The parameter state.' }),
    code: Type.Optional(
      Type.String({ minLength: 1, maxLength: 8_000, description: 'The parameter code. Missing after a refusal.' }),
    ),
    iss: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2_000, description: 'The parameter iss, if there is one.' }),
    ),
  },
);

const claims = listOf('Names and values of claims; long ones are cut.', {
  name: text('The name, or the path in a group of claims.', 'groups'),
  values: arrayOf(Type.String(), 'Its values.', ['clerks']),
});

export const DirectoryOutcome = named('DirectoryOutcome', 'What the answer of the directory has led to.', {
  outcome: oneOf(
    ['signedIn', 'linked', 'tested', 'proved'],
    'signedIn: a session began. linked: the account of the directory belongs to the operator now. tested: nothing was changed. proved: the session knows who the operator is again.',
    'signedIn',
  ),
  next: textOrNull('The path of the console to show now.', '/'),
  test: Type.Optional(
    group('For a test.', {
      claims,
      rights: orNull(
        group('The rights.', {
          administrator: flag('Whether the operator would be an administrator of the installation.', false),
          companies: listOf('The companies that the operator would work in.', {
            id: text('The company’s id.'),
            name: text('Its name.', 'Acme'),
            role: oneOf(roles, 'The role in it.', 'approver'),
            approvalLimit: textOrNull('The limit of approvals; null if there is none.', '50000'),
          }),
        }),
        'What the person would be allowed to do; null if no row matches, so that the sign-in would be refused.',
      ),
    }),
  ),
});

export const OwnIdentities = named('OwnIdentities', 'The ways to sign in that belong to the operator.', {
  hasPassword: flag('Whether the operator has a password in Doorway.', true),
  identities: listOf('The accounts, oldest first.', {
    directory: group('The directory.', offer),
    linkedAt: time('When it was linked.'),
  }),
  directories: listOf('The directories that can be added.', offer),
});

export const IdentityForm = form('IdentityForm', 'An account of a directory to link.', {
  directoryId: idInBody('The directory’s id.'),
  password: Type.String({ minLength: 1, maxLength: 200, description: 'The operator’s current password.' }),
});

const rowFields = {
  claim: requiredText('The name of the claim, or its path with dots.', 'groups'),
  value: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: notBlank,
    description: 'The value, compared exactly.',
    examples: ['clerks'],
  }),
  role: oneOf(roles, 'The role that it gives; administrator if no company is given.', 'approver'),
  approvalLimit: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      pattern: '^[0-9]{1,15}([.][0-9]{1,2})?$',
      maxLength: 18,
      description: 'Approvals above it take a second approver. Missing or null: no limit.',
      examples: ['50000'],
    }),
  ),
};

const companyOrNull = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  format: 'uuid',
  minLength: 36,
  maxLength: 36,
  description: 'The company’s id; null for the whole installation.',
});

const rowsForm = Type.Unsafe<RoleRow[]>(
  Type.Array(Type.Object({ ...rowFields, company: companyOrNull }, refusesOthers), {
    maxItems: maxRows,
    description:
      'Which values of claims give which role. Several add up: in each company the strongest role counts, with its highest limit.',
  }),
);

const name = requiredText('The name, as it is shown on the button.', 'Acme');
const clientId = requiredText('The id that the directory gave this service.', 'doorway');
const secretText = { minLength: 1, maxLength: 1_000 };
const scopes = Type.String({
  maxLength: 500,
  description: 'What to ask the directory for, with spaces between. openid is always asked for.',
  examples: ['openid profile email'],
});
const disabled = flag('true: nobody can sign in by it, and sessions that it began end.');

export const DirectoryForm = form('DirectoryForm', 'A directory (OpenID Connect) to add.', {
  name,
  issuer: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'The address that the directory itself calls its issuer. It cannot be changed later.',
    examples: ['https://login.example.com/realms/acme'],
  }),
  clientId,
  clientSecret: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      ...secretText,
      description: 'The secret that the directory gave, if it gave one. It is stored encrypted, and never answered.',
    }),
  ),
  scopes: Type.Optional(scopes),
  companies: Type.Optional(
    orNull(
      Type.Array(idInBody('The company’s id.'), { maxItems: maxCompanies, minItems: 1 }),
      'The companies that it is for: it signs in only operators who can enter no others. Missing or null: all. It cannot be changed later.',
    ),
  ),
  roles: Type.Optional(rowsForm),
  disabled: Type.Optional(disabled),
});
export type DirectoryForm = Static<typeof DirectoryForm>;

export const DirectoryPatch = form(
  'DirectoryPatch',
  'The fields of a directory to change. Those that are left out stay as they are.',
  {
    name: Type.Optional(name),
    clientId: Type.Optional(clientId),
    clientSecret: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        ...secretText,
        description: 'The new secret; null removes it.',
      }),
    ),
    scopes: Type.Optional(scopes),
    roles: Type.Optional(rowsForm),
    disabled: Type.Optional(disabled),
  },
);

const companyWithName = group('The company.', {
  id: text('The company’s id.'),
  name: text('The company’s name.', 'Acme'),
});

const { approvalLimit: _limit, ...shownFields } = rowFields;
const row = {
  ...shownFields,
  company: orNull(companyWithName, 'The company; null for the whole installation.'),
  approvalLimit: textOrNull('The limit of approvals; null if there is none.', '50000'),
};

const DirectoryRow = named('DirectoryRow', 'A directory (OpenID Connect) by which operators sign in.', {
  id: text('The directory’s id.'),
  name: text('The name.', 'Acme'),
  issuer: text('Its issuer.', 'https://login.example.com/realms/acme'),
  clientId: text('The id that it gave this service.', 'doorway'),
  hasSecret: flag('Whether it gave a secret.', true),
  scopes: text('What it is asked for.', 'openid profile email'),
  companies: orNull(Type.Array(companyWithName), 'The companies that it is for; null for all.'),
  roles: listOf('Which values of claims give which role.', row),
  configured: flag('Whether the service’s configuration names it. Then only its roles can be changed here.', false),
  disabled: flag('Whether it is switched off.', false),
  createdAt: time('When it was added.'),
  redirectUri: text(
    'The address to which the directory sends browsers back. It must know it.',
    'https://invoices.example.com/console/signed-in/d1ec7047-0000-4000-8000-000000000001',
  ),
  logoutUri: text(
    'The address for back-channel logout, if the directory can do that.',
    'https://invoices.example.com/operator/v1/directories/d1ec7047-0000-4000-8000-000000000001/logout',
  ),
});

export const DirectoryRows = named(
  'DirectoryRows',
  'The directories, and the roles that wait for a second administrator.',
  {
    directories: arrayOf(Type.Ref('DirectoryRow'), 'The directories, by name.'),
    proposals: listOf('Rows that give more rights and wait, oldest first.', {
      id: text('The id of the change.'),
      directory: group('The directory.', offer),
      row: group('The row.', row),
      by: person('The operator who proposed it, with the name at that time.'),
      at: time('When.'),
      confirm: action('confirmed'),
    }),
  },
);

export const LogoutToken = {
  'application/x-www-form-urlencoded': {
    schema: Type.Object({ logout_token: Type.String({ description: 'The logout token, signed by the directory.' }) }),
  },
};

export const directorySchemas = [
  DirectoryOffers,
  DirectoryStart,
  DirectoryAddress,
  DirectoryReply,
  DirectoryOutcome,
  OwnIdentities,
  IdentityForm,
  DirectoryForm,
  DirectoryPatch,
  DirectoryRow,
  DirectoryRows,
];
