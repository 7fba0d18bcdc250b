import Type, { type Static } from 'typebox';
import { clientList, companyList, partnerOrder, tokenList } from './queries.ts';
import { pageOf, pageQuery } from '../../desk/lists.ts';
import { idInBody, textInQuery, time, timeOrNull } from '../../desk/requests.ts';
import { published } from '../../ground/http/document/publish.ts';
import {
  requiredText,
  count,
  flag,
  form,
  named,
  oneOf,
  text,
  textOrNull,
  arrayOf,
} from '../../ground/http/document/fields.ts';

const id = (of: string) => text(`The ${of}’s id.`);
const name = (example: string) => text('The name.', example);
const partner = text('The partner’s name.', 'Scanner');
const rows = (name: string, description: string) => pageOf(`${name}Rows`, `${name}Row`, description);
const createdAt = time('When it was created.');
const revokedAt = timeOrNull('When it was revoked; null if it was not.');
const lastUsedAt = timeOrNull('When it was last used, to the minute; null if it never was.');
/** Named, because the code that the Java generator makes for a set of unnamed schemas does not compile. */
const scopeOf = (scopes: readonly string[]) =>
  Type.Unsafe<string>({
    $id: 'Scope',
    type: 'string',
    enum: [...scopes],
    description: 'One permission of an access token.',
  });
const grantedScopes = arrayOf(Type.String(), 'Its scopes.', ['suppliers:read']);
const requestedScopes = Type.Optional(
  Type.Array(Type.Unsafe<string>(Type.Ref('Scope')), {
    minItems: 1,
    // A repeated scope is accepted and counts once.
    ...published({ uniqueItems: true }),
    description: 'Its scopes. Without it, all scopes except webhooks:manage.',
  }),
);

export const CompanyForm = form('CompanyForm', 'A new company.', {
  name: requiredText('The name, which no other company has.', 'Acme'),
});

const CompanyRow = named('CompanyRow', 'A company that the operator may enter.', {
  id: id('company'),
  name: name('Acme'),
  role: oneOf(
    ['administrator', 'approver', 'viewer', 'system'],
    'The operator’s role in it: administrator, approver, viewer or system.',
  ),
  createdAt,
});
export const CompanyRows = rows('Company', 'A page of companies.');

export const PartnerForm = form('PartnerForm', 'A new partner.', {
  name: requiredText('The name, which no other partner of the company has.', 'Scanner'),
});

const attachesToAll = flag(
  'Whether it may attach files to invoices of other partners of the company. If false, only to its own.',
);

const managesWebhooks = flag(
  'Whether its tokens with the scope webhooks:manage may create and change webhook endpoints. If false, no token of it may; its endpoints stay as they are.',
);

export const PartnerPatch = form(
  'PartnerPatch',
  'The fields of a partner to change.',
  { attachesToAll: Type.Optional(attachesToAll), managesWebhooks: Type.Optional(managesWebhooks) },
  { attachesToAll: true },
);
export type PartnerPatch = Static<typeof PartnerPatch>;

const PartnerRow = named('PartnerRow', 'A partner of the company.', {
  id: id('partner'),
  name: name('Scanner'),
  createdAt,
  attachesToAll,
  managesWebhooks,
  tokens: count('The number of its valid access tokens and clients.'),
  lastUsedAt: timeOrNull('When one of its tokens or clients was last used, to the minute; null if none ever was.'),
});
export const PartnerRows = rows('Partner', 'A page of partners.');

export const Made = named('Made', 'The new record.', { id: text('The id of the new record.') });

export const TokenForm = form('TokenForm', 'A new access token for a partner.', {
  partnerId: idInBody('The id of the partner that will use it.'),
  name: Type.Optional(requiredText('A name that distinguishes it from the partner’s other tokens.', 'Production 2026')),
  scopes: requestedScopes,
  expiresAt: Type.Optional(timeOrNull('When it expires. Without it, never.')),
});
export type TokenForm = Static<typeof TokenForm>;

const TokenRow = named('TokenRow', 'An access token of a partner. The service does not know the token itself.', {
  id: id('token'),
  partner,
  partnerId: id('partner'),
  scopes: grantedScopes,
  createdAt,
  name: textOrNull('Its name; null if it has none.'),
  firstCharacters: textOrNull(
    'Its first characters: dw_, or dwt_ in a sandbox, and four more. Null for a token from before these were stored.',
  ),
  expiresAt: timeOrNull('When it expires; null if never.'),
  revokedAt,
  lastUsedAt,
});
export const TokenRows = rows('Token', 'A page of access tokens.');

export const PartnerToken = named('PartnerToken', 'A new access token.', {
  id: id('token'),
  token: text('The access token, shown only this once.', 'dw_…'),
});

export const ClientForm = form('ClientForm', 'New client credentials for a partner.', {
  partnerId: idInBody('The id of the partner that will use it.'),
  scopes: requestedScopes,
});
export type ClientForm = Static<typeof ClientForm>;

const ClientRow = named('ClientRow', 'Client credentials of a partner. The service does not know the secret.', {
  id: id('client'),
  partner,
  partnerId: id('partner'),
  scopes: grantedScopes,
  createdAt,
  revokedAt,
  lastUsedAt,
});
export const ClientRows = rows('Client', 'A page of clients.');

export const IssuedClient = named('IssuedClient', 'New client credentials.', {
  id: id('client'),
  secret: text('The secret, shown only this once.', 'dw_…'),
});

const ofPartner = textInQuery('Only those of this partner: its id or its whole name.');
export const CompaniesQuery = Type.Object(pageQuery(companyList(true)));
export const PartnersQuery = Type.Object(pageQuery(partnerOrder));
export const TokensQuery = Type.Object({ partner: ofPartner, ...pageQuery(tokenList) });
export const ClientsQuery = Type.Object({ partner: ofPartner, ...pageQuery(clientList) });

export const accessOperatorSchemas = (scopes: readonly string[]) => [
  scopeOf(scopes),
  CompanyForm,
  CompanyRow,
  CompanyRows,
  PartnerForm,
  PartnerPatch,
  PartnerRow,
  PartnerRows,
  Made,
  TokenForm,
  TokenRow,
  TokenRows,
  PartnerToken,
  ClientForm,
  ClientRow,
  ClientRows,
  IssuedClient,
];
