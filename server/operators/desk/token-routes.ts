import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import {
  exampleOperator,
  operatorInPath,
  OperatorTokenForm,
  operatorTokenInPath,
  OperatorTokensQuery,
  ownTokenInPath,
} from './admin-schemas.ts';
import { callerOf } from './routes.ts';
import { createOwnToken, revokeTokenOf } from './token-actions.ts';
import { operatorTokenList, operatorTokensWhere, readOperator } from '../admin-store.ts';
import type { Deps } from '../../deps.ts';
import { listAnswer, sendList } from '../../desk/lists.ts';
import { checkAddress, checkForm, doneAnswer, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { notFound } from '../../errors/errors.ts';

const tags = ['Operator tokens'];
const page = listAnswer(Type.Ref('OperatorTokenRows'), 'A page of operator tokens.');

/** An operator's own tokens, for systems that act for the operator. */
export function ownTokenRoutes(app: FastifyInstance, { pool }: Deps): void {
  app.get('/tokens', {
    config: { operation: 'listOwnTokens', permission: 'signedIn' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listOwnTokens',
      summary: 'List one’s own operator tokens',
      description: 'Answers the operator tokens of the signed-in operator, revoked and expired ones too.',
      tags,
      querystring: OperatorTokensQuery,
      response: { 200: page, ...operatorProblems(400, 401) },
    },
    handler: async (request, reply) =>
      sendList(request, reply, 'operator-tokens', pool, operatorTokenList, operatorTokensWhere(request.operator.id)),
  });

  app.post('/tokens', {
    config: { operation: 'createOwnToken', permission: 'signedIn', needsSession: true },
    attachValidation: true,
    preHandler: checkForm(OperatorTokenForm),
    schema: {
      operationId: 'createOwnToken',
      summary: 'Create an operator token',
      description:
        'Makes a token with the rights of the signed-in operator, valid for 90 days unless another time is chosen. The token is in this answer only; the service keeps its hash.',
      tags,
      body: Type.Ref('OperatorTokenForm'),
      response: {
        200: jsonAnswer(Type.Ref('IssuedOperatorToken'), 'The token, shown only this once.', {
          id: exampleOperator.id,
          token: 'dwo_…',
        }),
        ...operatorProblems(400, 401, 403),
      },
    },
    handler: async (request) =>
      createOwnToken(pool, request.operator, request.body as OperatorTokenForm, callerOf(request)),
  });

  app.delete('/tokens/:id', {
    config: { operation: 'revokeOwnToken', permission: 'signedIn' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'revokeOwnToken',
      summary: 'Revoke an operator token',
      description: 'Revokes a token of the signed-in operator. One that is revoked already stays so.',
      tags,
      params: ownTokenInPath,
      response: { 204: doneAnswer, ...operatorProblems(401, 404) },
    },
    handler: async (request, reply) => {
      await revokeTokenOf(
        pool,
        request.operator,
        { operatorId: request.operator.id, id: (request.params as { id: string }).id },
        callerOf(request),
      );
      return reply.code(204).send();
    },
  });
}

/** Anybody's operator tokens, for administrators. */
export function operatorTokenRoutes(app: FastifyInstance, { pool }: Deps): void {
  app.get('/operators/:id/tokens', {
    config: { operation: 'listOperatorTokens', permission: 'administer' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listOperatorTokens',
      summary: 'List an operator’s tokens',
      description: 'Answers the operator tokens of an operator, revoked and expired ones too.',
      tags,
      params: operatorInPath,
      querystring: OperatorTokensQuery,
      response: { 200: page, ...operatorProblems(400, 401, 403, 404) },
    },
    handler: async (request, reply) => {
      const { id } = request.params as { id: string };
      if ((await readOperator(pool, id)) === undefined) throw notFound();
      return sendList(request, reply, 'operator-tokens', pool, operatorTokenList, operatorTokensWhere(id));
    },
  });

  app.delete('/operators/:id/tokens/:tokenId', {
    config: { operation: 'revokeOperatorToken', permission: 'administer', needsSession: false },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'revokeOperatorToken',
      summary: 'Revoke an operator’s token',
      description:
        'Revokes a token of any operator. It is refused from the next request on. One that is revoked already stays so.',
      tags,
      params: operatorTokenInPath,
      response: { 204: doneAnswer, ...operatorProblems(401, 403, 404) },
    },
    handler: async (request, reply) => {
      const { id, tokenId } = request.params as { id: string; tokenId: string };
      await revokeTokenOf(pool, request.operator, { operatorId: id, id: tokenId }, callerOf(request));
      return reply.code(204).send();
    },
  });
}
