import type { FastifyInstance } from 'fastify';
import {
  changePartner,
  clientsIn,
  companiesOf,
  createCompany,
  createPartner,
  issueClientTo,
  issueTokenTo,
  partnersIn,
  revokeClient,
  revokeToken,
  tokensIn,
} from './actions.ts';
import {
  accessOperatorSchemas,
  ClientForm,
  ClientRows,
  ClientsQuery,
  CompaniesQuery,
  CompanyForm,
  CompanyRows,
  IssuedClient,
  Made,
  PartnerForm,
  PartnerPatch,
  PartnerRows,
  PartnersQuery,
  PartnerToken,
  TokenForm,
  TokenRows,
  TokensQuery,
} from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { operations } from '../../desk/operation.ts';

const partners = '/companies/:companyId/partners';
const tokens = '/companies/:companyId/tokens';
const clients = '/companies/:companyId/clients';

function accessRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  const operation = operations(app, deps, 'Access');

  operation.list('/companies', {
    id: 'listCompanies',
    permission: 'signedIn',
    summary: 'List companies',
    description: 'Answers the companies that the operator may enter; for an administrator, every company.',
    query: CompaniesQuery,
    answer: CompanyRows,
    file: 'companies',
    source: ({ operator }) => companiesOf(operator),
  });

  operation.post('/companies', {
    id: 'createCompany',
    permission: 'administer',
    summary: 'Create a company',
    description: 'Creates a company. Administrators may enter it at once.',
    body: CompanyForm,
    answer: Made,
    problems: [409],
    handler: ({ operator, body }) => createCompany(pool, operator, body.name),
  });

  operation.list(partners, {
    id: 'listPartners',
    permission: 'administer',
    summary: 'List partners',
    description: 'Answers the partners of the company.',
    query: PartnersQuery,
    answer: PartnerRows,
    file: 'partners',
    source: ({ company }) => partnersIn(company),
  });

  operation.post(partners, {
    id: 'createPartner',
    permission: 'administer',
    summary: 'Create a partner',
    description: 'Creates a partner of the company. It can call once it has an access token or client credentials.',
    body: PartnerForm,
    answer: Made,
    problems: [409],
    handler: (call) => createPartner(pool, call),
  });

  operation.patch(`${partners}/:id`, {
    id: 'changePartner',
    permission: 'administer',
    summary: 'Change a partner',
    description: 'Changes the fields that are sent. Every process applies the change within a second.',
    body: PartnerPatch,
    refused: { name: 'field.fixed' },
    handler: (call) => changePartner(pool, call),
  });

  operation.list(tokens, {
    id: 'listTokens',
    permission: 'administer',
    summary: 'List access tokens',
    description:
      'Answers the access tokens that were created for partners of the company, including revoked and expired ones.',
    query: TokensQuery,
    answer: TokenRows,
    file: 'tokens',
    source: ({ company, query }) => tokensIn(company, query.partner),
  });

  operation.post(tokens, {
    id: 'createToken',
    permission: 'administer',
    summary: 'Create an access token',
    description:
      'Creates an access token for a partner. The token is in this answer only; the service stores its hash.',
    body: TokenForm,
    answer: PartnerToken,
    handler: (call) => issueTokenTo(deps, call),
  });

  operation.delete(`${tokens}/:id`, {
    id: 'revokeToken',
    permission: 'administer',
    needsSession: false,
    summary: 'Revoke an access token',
    description:
      'The process that answers refuses the token at once, every other one within a second. Revoking it again changes nothing.',
    handler: (call) => revokeToken(deps, call),
  });

  operation.list(clients, {
    id: 'listClients',
    permission: 'administer',
    summary: 'List clients',
    description:
      'Answers the client credentials (OAuth 2.0) that were created for partners of the company, including revoked ones.',
    query: ClientsQuery,
    answer: ClientRows,
    file: 'clients',
    source: ({ company, query }) => clientsIn(company, query.partner),
  });

  operation.post(clients, {
    id: 'createClient',
    permission: 'administer',
    summary: 'Create a client',
    description:
      'Creates client credentials, which a partner exchanges for tokens that are valid for an hour. The secret is in this answer only.',
    body: ClientForm,
    answer: IssuedClient,
    handler: (call) => issueClientTo(deps, call),
  });

  operation.delete(`${clients}/:id`, {
    id: 'revokeClient',
    permission: 'administer',
    needsSession: false,
    summary: 'Revoke a client',
    description:
      'Revokes the client and every token issued to it. The process that answers refuses them at once, every other one within a second.',
    handler: (call) => revokeClient(deps, call),
  });
}

export const accessDesk = (scopes: readonly string[]): Desk => ({
  schemas: accessOperatorSchemas(scopes),
  routes: accessRoutes,
});
