import type { FastifyInstance } from 'fastify';
import * as actions from './actions.ts';
import * as schemas from './schemas.ts';
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
    query: schemas.CompaniesQuery,
    answer: schemas.CompanyRows,
    file: 'companies',
    source: ({ operator }) => actions.companiesOf(operator),
  });

  operation.post('/companies', {
    id: 'createCompany',
    permission: 'administer',
    summary: 'Create a company',
    description: 'Creates a company. Administrators may enter it at once.',
    body: schemas.CompanyForm,
    answer: schemas.Made,
    problems: [409],
    handler: ({ operator, body }) => actions.createCompany(pool, operator, body.name),
  });

  operation.list(partners, {
    id: 'listPartners',
    permission: 'administer',
    summary: 'List partners',
    description: 'Answers the partners of the company.',
    query: schemas.PartnersQuery,
    answer: schemas.PartnerRows,
    file: 'partners',
    source: ({ company }) => actions.partnersIn(company),
  });

  operation.post(partners, {
    id: 'createPartner',
    permission: 'administer',
    summary: 'Create a partner',
    description: 'Creates a partner of the company. It can call once it has an access token or client credentials.',
    body: schemas.PartnerForm,
    answer: schemas.Made,
    problems: [409],
    handler: (call) => actions.createPartner(pool, call),
  });

  operation.patch(`${partners}/:id`, {
    id: 'changePartner',
    proof: ({ attachesToAll, managesWebhooks }) => attachesToAll === true || managesWebhooks === true,
    permission: 'administer',
    summary: 'Change a partner',
    description: 'Changes the fields that are sent. Every process applies the change within a second.',
    body: schemas.PartnerPatch,
    refused: { name: 'field.fixed' },
    handler: (call) => actions.changePartner(pool, call),
  });

  operation.list(tokens, {
    id: 'listTokens',
    permission: 'administer',
    summary: 'List access tokens',
    description:
      'Answers the access tokens that were created for partners of the company, including revoked and expired ones.',
    query: schemas.TokensQuery,
    answer: schemas.TokenRows,
    file: 'tokens',
    source: ({ company, query }) => actions.tokensIn(company, query.partner),
  });

  operation.post(tokens, {
    id: 'createToken',
    proof: true,
    permission: 'administer',
    summary: 'Create an access token',
    description:
      'Creates an access token for a partner. The token is in this answer only; the service stores its hash.',
    body: schemas.TokenForm,
    answer: schemas.PartnerToken,
    handler: (call) => actions.issueTokenTo(deps, call),
  });

  operation.delete(`${tokens}/:id`, {
    id: 'revokeToken',
    permission: 'administer',
    needsSession: false,
    summary: 'Revoke an access token',
    description:
      'The process that answers refuses the token at once, every other one within a second. Revoking it again changes nothing.',
    handler: (call) => actions.revokeToken(deps, call),
  });

  operation.list(clients, {
    id: 'listClients',
    permission: 'administer',
    summary: 'List clients',
    description:
      'Answers the client credentials (OAuth 2.0) that were created for partners of the company, including revoked ones.',
    query: schemas.ClientsQuery,
    answer: schemas.ClientRows,
    file: 'clients',
    source: ({ company, query }) => actions.clientsIn(company, query.partner),
  });

  operation.post(clients, {
    id: 'createClient',
    proof: true,
    permission: 'administer',
    summary: 'Create a client',
    description:
      'Creates client credentials, which a partner exchanges for tokens that are valid for an hour. The secret is in this answer only.',
    body: schemas.ClientForm,
    answer: schemas.IssuedClient,
    handler: (call) => actions.issueClientTo(deps, call),
  });

  operation.delete(`${clients}/:id`, {
    id: 'revokeClient',
    permission: 'administer',
    needsSession: false,
    summary: 'Revoke a client',
    description:
      'Revokes the client and every token issued to it. The process that answers refuses them at once, every other one within a second.',
    handler: (call) => actions.revokeClient(deps, call),
  });
}

export const accessDesk = (scopes: readonly string[]): Desk => ({
  schemas: schemas.accessOperatorSchemas(scopes),
  routes: accessRoutes,
});
