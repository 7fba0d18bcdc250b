import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { issueClientTo, issueTokenTo, revokeClient, revokeToken } from './actions.ts';
import { clientList, clientsWhere, tokenList, tokensWhere } from './queries.ts';
import { ClientForm, ClientsQuery, credentialInPath, inCompany, TokenForm, TokensQuery } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { listAnswer, sendList } from '../../desk/lists.ts';
import { checkAddress, checkForm, doneAnswer, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';

const tags = ['Access'];
const tokens = '/companies/:companyId/tokens';
const clients = '/companies/:companyId/clients';
const exampleId = '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77';

/** What partners come in with: access tokens, and client credentials that they exchange for tokens themselves. */
export function credentialRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  app.get(tokens, {
    config: { operation: 'listTokens', permission: 'administer' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listTokens',
      summary: 'List access tokens',
      description:
        'Answers the access tokens that were made for partners of the company, revoked and expired ones too.',
      tags,
      params: inCompany,
      querystring: TokensQuery,
      response: {
        200: listAnswer(Type.Ref('TokenRows'), 'A page of access tokens.'),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async (request, reply) =>
      sendList(
        request,
        reply,
        'tokens',
        pool,
        tokenList,
        tokensWhere(request.company, (request.query as { partner?: string }).partner),
      ),
  });

  app.post(tokens, {
    config: { operation: 'createToken', permission: 'administer' },
    attachValidation: true,
    preHandler: checkForm(TokenForm),
    schema: {
      operationId: 'createToken',
      summary: 'Create an access token',
      description: 'Makes an access token for a partner. The token is in this answer only; the service keeps its hash.',
      tags,
      params: inCompany,
      body: Type.Ref('TokenForm'),
      response: {
        200: jsonAnswer(Type.Ref('PartnerToken'), 'The token, shown only this once.', { id: exampleId, token: 'dw_…' }),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async (request) => issueTokenTo(deps, request.company, request.operator, request.body as TokenForm),
  });

  app.delete(`${tokens}/:id`, {
    config: { operation: 'revokeToken', permission: 'administer', needsSession: false },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'revokeToken',
      summary: 'Revoke an access token',
      description: 'Every process refuses the token within a second. One that is revoked already stays so.',
      tags,
      params: credentialInPath,
      response: { 204: doneAnswer, ...operatorProblems(401, 403, 404) },
    },
    handler: async (request, reply) => {
      await revokeToken(pool, request.company, request.operator, (request.params as { id: string }).id);
      return reply.code(204).send();
    },
  });

  app.get(clients, {
    config: { operation: 'listClients', permission: 'administer' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listClients',
      summary: 'List clients',
      description:
        'Answers the client credentials (OAuth 2.0) that were made for partners of the company, revoked ones too.',
      tags,
      params: inCompany,
      querystring: ClientsQuery,
      response: {
        200: listAnswer(Type.Ref('ClientRows'), 'A page of clients.'),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async (request, reply) =>
      sendList(
        request,
        reply,
        'clients',
        pool,
        clientList,
        clientsWhere(request.company, (request.query as { partner?: string }).partner),
      ),
  });

  app.post(clients, {
    config: { operation: 'createClient', permission: 'administer' },
    attachValidation: true,
    preHandler: checkForm(ClientForm),
    schema: {
      operationId: 'createClient',
      summary: 'Create a client',
      description:
        'Makes client credentials, which a partner exchanges for tokens of an hour. The secret is in this answer only.',
      tags,
      params: inCompany,
      body: Type.Ref('ClientForm'),
      response: {
        200: jsonAnswer(Type.Ref('IssuedClient'), 'The client and its secret, shown only this once.', {
          id: exampleId,
          secret: 'dw_…',
        }),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async (request) => issueClientTo(deps, request.company, request.operator, request.body as ClientForm),
  });

  app.delete(`${clients}/:id`, {
    config: { operation: 'revokeClient', permission: 'administer', needsSession: false },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'revokeClient',
      summary: 'Revoke a client',
      description: 'Revokes the client and every token that it fetched; every process refuses them within a second.',
      tags,
      params: credentialInPath,
      response: { 204: doneAnswer, ...operatorProblems(401, 403, 404) },
    },
    handler: async (request, reply) => {
      await revokeClient(pool, request.company, request.operator, (request.params as { id: string }).id);
      return reply.code(204).send();
    },
  });
}
