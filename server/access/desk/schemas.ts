import Type, { type Static } from 'typebox';
import { clientList, companyList, partnerOrder, tokenList } from './queries.ts';
import { pageOf, pageQuery } from '../../desk/lists.ts';
import { companyInPath, idInBody, idInPath, textInQuery, time, timeOrNull } from '../../desk/requests.ts';
import { refusesOthers } from '../../ground/http/document/publish.ts';
import { requiredText } from '../../ground/http/document/fields.ts';

const id = (of: string) => Type.String({ description: `The ${of}’s id.` });
const lastUsedAt = timeOrNull('When it was last used, to the minute; null where it never was.');
/** By a name of its own: Java's generator makes a set of nameless ones that does not compile. */
const scopeOf = (scopes: readonly string[]) =>
  Type.Unsafe<string>({
    $id: 'Scope',
    type: 'string',
    enum: [...scopes],
    description: 'One thing that an access token may be used for.',
  });
const grantedScopes = Type.Array(Type.String(), { description: 'What it may be used for.' });
const wantedScopes = Type.Optional(
  Type.Array(Type.Unsafe<string>(Type.Ref('Scope')), {
    minItems: 1,
    uniqueItems: true,
    description: 'What it may be used for. Without it, everything.',
  }),
);

export const CompanyForm = Type.Object(
  { name: requiredText({ description: 'The name, which no other company has.', examples: ['Acme'] }) },
  { ...refusesOthers, $id: 'CompanyForm', description: 'A company to make.' },
);
export type CompanyForm = Static<typeof CompanyForm>;

const CompanyRow = Type.Object(
  {
    id: id('company'),
    name: Type.String({ description: 'The name.' }),
    role: Type.Unsafe<string>({
      type: 'string',
      enum: ['administrator', 'approver', 'viewer', 'system'],
      description: 'What the operator is in it: administrator, approver, viewer or system.',
    }),
    createdAt: time('When the company was made.'),
  },
  { $id: 'CompanyRow', description: 'A company that the operator may enter.' },
);

export const PartnerForm = Type.Object(
  {
    name: requiredText({ description: 'The name, which no other partner of the company has.', examples: ['Scanner'] }),
  },
  { ...refusesOthers, $id: 'PartnerForm', description: 'A partner to make.' },
);
export type PartnerForm = Static<typeof PartnerForm>;

const attachesToAll = Type.Boolean({
  description:
    'Whether it may attach files to invoices that other partners of the company have sent. Otherwise it may attach to its own alone.',
});

export const PartnerPatch = Type.Object(
  { attachesToAll: Type.Optional(attachesToAll) },
  {
    ...refusesOthers,
    $id: 'PartnerPatch',
    description: 'What to change of a partner.',
    examples: [{ attachesToAll: true }],
  },
);
export type PartnerPatch = Static<typeof PartnerPatch>;

const PartnerRow = Type.Object(
  {
    id: id('partner'),
    name: Type.String({ description: 'The name.' }),
    createdAt: time('When the partner was made.'),
    attachesToAll,
    tokens: Type.Integer({ description: 'How many access tokens and clients of it are valid.' }),
    lastUsedAt: timeOrNull('When one of its tokens or clients was last used, to the minute; null where none ever was.'),
  },
  { $id: 'PartnerRow', description: 'A partner of the company.' },
);

const Made = Type.Object(
  { id: Type.String({ description: 'The id of what was made.' }) },
  { $id: 'Made', description: 'What was made.' },
);

export const TokenForm = Type.Object(
  {
    partnerId: idInBody('The id of the partner that will use it.'),
    name: Type.Optional(
      requiredText({
        description: 'What tells it from the partner’s other tokens. Without it, it has no name.',
        examples: ['Production 2026'],
      }),
    ),
    scopes: wantedScopes,
    expiresAt: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'date-time',
        description: 'When it expires. Without it, never.',
      }),
    ),
  },
  { ...refusesOthers, $id: 'TokenForm', description: 'An access token to make.' },
);
export type TokenForm = Static<typeof TokenForm>;

const TokenRow = Type.Object(
  {
    id: id('token'),
    partner: Type.String({ description: 'The partner’s name.' }),
    partnerId: id('partner'),
    scopes: grantedScopes,
    createdAt: time('When it was made.'),
    name: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Its name; null where it was given none.',
    }),
    firstCharacters: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'How it begins: dw_ and four characters. Null where it was made before these were kept.',
    }),
    expiresAt: timeOrNull('When it expires; null where it does not.'),
    revokedAt: timeOrNull('When it was revoked; null where it was not.'),
    lastUsedAt,
  },
  { $id: 'TokenRow', description: 'An access token of a partner. The token itself is not known to the service.' },
);

const PartnerToken = Type.Object(
  { id: id('token'), token: Type.String({ description: 'The access token. It is shown only this once.' }) },
  { $id: 'PartnerToken', description: 'A new access token.' },
);

export const ClientForm = Type.Object(
  { partnerId: idInBody('The id of the partner that will use it.'), scopes: wantedScopes },
  { ...refusesOthers, $id: 'ClientForm', description: 'Client credentials to make.' },
);
export type ClientForm = Static<typeof ClientForm>;

const ClientRow = Type.Object(
  {
    id: id('client'),
    partner: Type.String({ description: 'The partner’s name.' }),
    partnerId: id('partner'),
    scopes: grantedScopes,
    createdAt: time('When it was made.'),
    revokedAt: timeOrNull('When it was revoked; null where it was not.'),
    lastUsedAt,
  },
  { $id: 'ClientRow', description: 'Client credentials of a partner. The secret is not known to the service.' },
);

const IssuedClient = Type.Object(
  { id: id('client'), secret: Type.String({ description: 'The secret. It is shown only this once.' }) },
  { $id: 'IssuedClient', description: 'New client credentials.' },
);

const rows = (name: string, description: string) => pageOf(Type.Ref(`${name}Row`), { $id: `${name}Rows`, description });

export const inCompany = Type.Object({ companyId: companyInPath });
export const partnerInPath = Type.Object({ companyId: companyInPath, id: idInPath('The partner’s id.') });
export const credentialInPath = Type.Object({ companyId: companyInPath, id: idInPath('The id of what is revoked.') });

const ofPartner = textInQuery('Only those of this partner: its id or its whole name.');
export const CompaniesQuery = Type.Object(pageQuery(companyList(true)));
export const PartnersQuery = Type.Object(pageQuery(partnerOrder));
export const TokensQuery = Type.Object({ partner: ofPartner, ...pageQuery(tokenList) });
export const ClientsQuery = Type.Object({ partner: ofPartner, ...pageQuery(clientList) });

/** `scopes` are those that there are. */
export const accessOperatorSchemas = (scopes: readonly string[]) => [
  scopeOf(scopes),
  CompanyForm,
  CompanyRow,
  rows('Company', 'A page of companies.'),
  PartnerForm,
  PartnerPatch,
  PartnerRow,
  rows('Partner', 'A page of partners.'),
  Made,
  TokenForm,
  TokenRow,
  rows('Token', 'A page of access tokens.'),
  PartnerToken,
  ClientForm,
  ClientRow,
  rows('Client', 'A page of clients.'),
  IssuedClient,
];
