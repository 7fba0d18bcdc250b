import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as actions from './account-actions.ts';
import * as schemas from './schemas.ts';
import { callerOf, signInRoutes } from './sign-in-routes.ts';
import { signInSchemas } from './sign-in-schemas.ts';
import { systemRoutes } from './system-routes.ts';
import { systemSchemas } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { proposalOperations } from '../../desk/proposals.ts';
import { operations } from '../../desk/operation.ts';
import { networkOf } from '../../ground/http/arrival/rate-limit.ts';
import { changeOperator, createOperator, decideGain, inviteAgain, type Administrator } from '../admin-actions.ts';

const administratorOf = ({ operator, ip }: FastifyRequest): Administrator => ({ ...operator, network: networkOf(ip) });

function operatorRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  const operation = operations(app, deps, 'Operators');

  operation.list('/operators', {
    id: 'listOperators',
    permission: 'administer',
    summary: 'List operators',
    description: 'Answers every operator, including disabled ones, with the companies that they work in.',
    query: schemas.OperatorsQuery,
    answer: schemas.OperatorRows,
    file: 'operators',
    source: () => actions.operatorRows,
  });

  operation.post('/operators', {
    id: 'createOperator',
    permission: 'administer',
    summary: 'Create an operator',
    description:
      'Creates an operator, who sets a password through a one-time link. If the service sends mail, the link is sent to the operator and never shown to anybody else; if sending fails, the answer says why, and another link can be asked for. If the service sends no mail, the answer has the link’s key, the audit log records that it was shown, and until a day after it was used the operator does not count as one of two people who decide.',
    body: schemas.OperatorForm,
    answer: schemas.OperatorInvited,
    problems: [409],
    handler: async ({ operator, body, request }) => {
      const { id, invitation } = await createOperator(pool, administratorOf(request), body, actions.linkWay(deps));
      return { id, ...(await actions.sendInvitation(deps, operator, id, invitation)) };
    },
  });

  operation.patch('/operators/:id', {
    id: 'changeOperator',
    permission: 'administer',
    summary: 'Change an operator',
    description:
      'Changes the fields that are sent, from the operator’s next request on. Disabling ends every session and operator token for good, also if the operator is enabled again. The last administrator can be neither disabled nor demoted. More rights (administrator, approver, or a higher or no limit) wait until a second administrator confirms them, if there is one; the rest takes effect at once.',
    body: schemas.OperatorPatch,
    refused: { email: 'email.fixed' },
    answer: schemas.OperatorRow,
    problems: [409],
    handler: ({ id, body, request }) => changeOperator(pool, administratorOf(request), id, body),
  });

  operation.get('/operators/proposals', {
    id: 'readOperatorProposals',
    permission: 'administer',
    summary: 'Read the changes of operators that wait',
    description: 'Answers the changes that give an operator more rights and wait for a second administrator.',
    answer: schemas.OperatorProposals,
    handler: ({ operator }) => actions.readGains(pool, operator.id),
  });

  proposalOperations(operation, '/operators', {
    id: 'OperatorProposal',
    what: 'more rights for an operator',
    effect: 'Gives an operator the rights that another administrator proposed.',
    answer: schemas.OperatorProposals,
    decide: async ({ operator, proposalId }, decision) => {
      await decideGain(pool, operator, proposalId, decision);
      return actions.readGains(pool, operator.id);
    },
  });

  operation.post('/operators/:id/invitation', {
    id: 'inviteOperator',
    permission: 'administer',
    summary: 'Create a new one-time link',
    description:
      'Creates a new one-time link for an operator who lost the first one or the password. It is sent or shown as the link of a new operator is. Earlier unused links become void. Once it is used, the operator’s sessions and operator tokens end.',
    answer: schemas.Invitation,
    problems: [409],
    handler: async ({ operator, id, request }) => {
      const { invitation } = await inviteAgain(pool, administratorOf(request), id, actions.linkWay(deps));
      return actions.sendInvitation(deps, operator, id, invitation);
    },
  });
}

function tokenRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  const operation = operations(app, deps, 'Operator tokens');

  operation.list('/tokens', {
    id: 'listOwnTokens',
    permission: 'signedIn',
    summary: 'List one’s own operator tokens',
    description: 'Answers the operator tokens of the signed-in operator, including revoked and expired ones.',
    query: schemas.OperatorTokensQuery,
    answer: schemas.OperatorTokenRows,
    file: 'operator-tokens',
    source: ({ operator }) => actions.ownTokens(operator),
  });

  operation.post('/tokens', {
    id: 'createOwnToken',
    permission: 'signedIn',
    needsSession: true,
    summary: 'Create an operator token',
    description:
      'Creates a token with the rights of the signed-in operator, valid for 90 days unless another time is chosen. The token is in this answer only; the service stores its hash.',
    body: schemas.OperatorTokenForm,
    answer: schemas.IssuedOperatorToken,
    handler: ({ operator, body, request }) => actions.createOwnToken(pool, operator, body, callerOf(request)),
  });

  operation.delete('/tokens/:id', {
    id: 'revokeOwnToken',
    permission: 'signedIn',
    summary: 'Revoke an operator token',
    description: 'Revokes a token of the signed-in operator. Revoking it again changes nothing.',
    handler: ({ operator, id, request }) =>
      actions.revokeTokenOf(pool, operator, { operatorId: operator.id, id }, request.ip),
  });

  operation.list('/operators/:id/tokens', {
    id: 'listOperatorTokens',
    permission: 'administer',
    summary: 'List an operator’s tokens',
    description: 'Answers the operator tokens of an operator, including revoked and expired ones.',
    query: schemas.OperatorTokensQuery,
    answer: schemas.OperatorTokenRows,
    file: 'operator-tokens',
    source: ({ id }) => actions.tokensOf(pool, id),
  });

  operation.delete('/operators/:id/tokens/:tokenId', {
    id: 'revokeOperatorToken',
    permission: 'administer',
    needsSession: false,
    summary: 'Revoke an operator’s token',
    description:
      'Revokes a token of any operator, which is refused from the next request on. Revoking it again changes nothing.',
    handler: ({ operator, id, tokenId, request }) =>
      actions.revokeTokenOf(pool, operator, { operatorId: id, id: tokenId }, request.ip),
  });
}

export const operatorsDesk: Desk = {
  schemas: [...signInSchemas, ...schemas.operatorAdminSchemas, ...systemSchemas],
  routes: (app, deps) => {
    signInRoutes(app, deps);
    operatorRoutes(app, deps);
    tokenRoutes(app, deps);
    systemRoutes(app, deps);
  },
};
