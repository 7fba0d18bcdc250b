import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Deps } from '../deps.ts';
import { checkAddress, checkForm, doneAnswer, jsonAnswer, listAnswer, sendList } from '../http/operator-requests.ts';
import { operatorProblems } from '../http/operator-shapes.ts';
import { changeOperator, createOperator, createOwnToken, inviteAgain, revokeOwnToken } from './admin-actions.ts';
import { exampleOperator, OperatorForm, operatorInPath, OperatorPatch, OperatorsQuery, OperatorTokenForm, ownTokenInPath, OwnTokensQuery } from './admin-schemas.ts';
import { allOperators, operatorList, ownTokenList, ownTokensWhere } from './admin-store.ts';

const exampleKey = 'N0Vj2m1mYw8mZ7t9cJm3x5sQe4rT6uI8oP0aS2dF4gH';

export function operatorAdminRoutes(app: FastifyInstance, { pool }: Deps): void {
  const tags = ['Operators'];

  app.get('/operators', {
    config: { operation: 'listOperators', permission: 'administer' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listOperators',
      summary: 'List operators',
      description: 'Answers every operator, disabled ones too, with the companies that they work in.',
      tags,
      querystring: OperatorsQuery,
      response: { 200: listAnswer(Type.Ref('OperatorRows'), 'A page of operators.', exampleOperator), ...operatorProblems(400, 401, 403) },
    },
    handler: async (request, reply) => sendList(request, reply, 'operators', pool, operatorList, allOperators),
  });

  app.post('/operators', {
    config: { operation: 'createOperator', permission: 'administer', needsSession: true },
    attachValidation: true,
    preHandler: checkForm(OperatorForm),
    schema: {
      operationId: 'createOperator',
      summary: 'Create an operator',
      description: 'Makes an operator and answers the key of a one-time link, with which the operator sets a password.',
      tags,
      body: Type.Ref('OperatorForm'),
      response: {
        200: jsonAnswer(Type.Ref('OperatorInvited'), 'The operator was made.', { id: exampleOperator.id, invitation: exampleKey }),
        ...operatorProblems(400, 401, 403, 409),
      },
    },
    handler: async (request) => createOperator(pool, request.operator, request.body as OperatorForm),
  });

  app.patch('/operators/:id', {
    config: { operation: 'changeOperator', permission: 'administer', needsSession: true },
    attachValidation: true,
    preHandler: checkForm(OperatorPatch, { email: 'cannot be changed; make another operator instead' }),
    schema: {
      operationId: 'changeOperator',
      summary: 'Change an operator',
      description: 'Changes what is sent. It holds from the operator’s next request on. The last administrator can be neither disabled nor demoted.',
      tags,
      params: operatorInPath,
      body: Type.Ref('OperatorPatch'),
      response: { 200: jsonAnswer(Type.Ref('OperatorRow'), 'The operator.', exampleOperator), ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: async (request) => changeOperator(pool, request.operator, (request.params as { id: string }).id, request.body as OperatorPatch),
  });

  app.post('/operators/:id/invitation', {
    config: { operation: 'inviteOperator', permission: 'administer', needsSession: true },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'inviteOperator',
      summary: 'Make a new one-time link',
      description: 'Answers the key of a new one-time link, for an operator who lost the first one or the password. Links that were not used yet are void.',
      tags,
      params: operatorInPath,
      response: { 200: jsonAnswer(Type.Ref('Invitation'), 'The key of the link.', { invitation: exampleKey }), ...operatorProblems(401, 403, 404, 409) },
    },
    handler: async (request) => inviteAgain(pool, request.operator, (request.params as { id: string }).id),
  });
}

/** An operator's own tokens, for systems that act for the operator. */
export function ownTokenRoutes(app: FastifyInstance, { pool }: Deps): void {
  const tags = ['Operator tokens'];

  app.get('/tokens', {
    config: { operation: 'listOwnTokens', permission: 'signedIn' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listOwnTokens',
      summary: 'List one’s own operator tokens',
      description: 'Answers the operator tokens of whoever is signed in, revoked and expired ones too.',
      tags,
      querystring: OwnTokensQuery,
      response: { 200: listAnswer(Type.Ref('OperatorTokenRows'), 'A page of operator tokens.'), ...operatorProblems(400, 401) },
    },
    handler: async (request, reply) => sendList(request, reply, 'operator-tokens', pool, ownTokenList, ownTokensWhere(request.operator.id)),
  });

  app.post('/tokens', {
    config: { operation: 'createOwnToken', permission: 'signedIn', needsSession: true },
    attachValidation: true,
    preHandler: checkForm(OperatorTokenForm),
    schema: {
      operationId: 'createOwnToken',
      summary: 'Create an operator token',
      description: 'Makes a token with the rights of whoever is signed in. The token is in this answer only; the service keeps its hash.',
      tags,
      body: Type.Ref('OperatorTokenForm'),
      response: {
        200: jsonAnswer(Type.Ref('IssuedOperatorToken'), 'The token, shown only this once.', { id: exampleOperator.id, token: 'dwo_…' }),
        ...operatorProblems(400, 401, 403),
      },
    },
    handler: async (request) => createOwnToken(pool, request.operator, request.body as OperatorTokenForm),
  });

  app.delete('/tokens/:id', {
    config: { operation: 'revokeOwnToken', permission: 'signedIn' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'revokeOwnToken',
      summary: 'Revoke an operator token',
      description: 'Revokes a token of whoever is signed in. One that is revoked already stays so.',
      tags,
      params: ownTokenInPath,
      response: { 204: doneAnswer, ...operatorProblems(401, 404) },
    },
    handler: async (request, reply) => {
      await revokeOwnToken(pool, request.operator, (request.params as { id: string }).id);
      return reply.code(204).send();
    },
  });
}
