import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as actions from './account-actions.ts';
import * as schemas from './schemas.ts';
import { factorRoutes } from './factor-routes.ts';
import { factorSchemas } from './factor-schemas.ts';
import { callerOf, openSignInRoutes } from './sign-in-cookies.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { directoryRoutes } from './directory-routes.ts';
import { directorySchemas } from './directory-schemas.ts';
import { signInSchemas } from './sign-in-schemas.ts';
import { systemRoutes } from './system-routes.ts';
import { systemSchemas } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { proposalOperations } from '../../desk/proposals.ts';
import { operations } from '../../desk/operation.ts';
import { networkOf } from '../../ground/http/arrival/rate-limit.ts';
import { reachOf } from '../../../common/permissions.ts';
import { decideReset, resetFactors } from '../factors/reset.ts';
import { changeOperator, createOperator, decideGain, inviteAgain, type Administrator } from '../admin-actions.ts';

const administratorOf = ({ operator, ip }: FastifyRequest): Administrator => ({
  ...operator,
  network: networkOf(ip),
  reach: reachOf(operator),
});

function operatorRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  const operation = operations(app, deps, 'Operators');

  operation.list('/operators', {
    id: 'listOperators',
    permission: 'manageOperators',
    summary: 'List operators',
    description:
      'Answers every operator, including disabled ones, with the companies that they work in. For an administrator of companies: those who work in them, with the roles there.',
    query: schemas.OperatorsQuery,
    answer: schemas.OperatorRows,
    file: 'operators',
    source: ({ operator }) => actions.operatorsFor(operator),
  });

  operation.post('/operators', {
    id: 'createOperator',
    proof: true,
    permission: 'manageOperators',
    summary: 'Create an operator',
    description:
      'Creates an operator, who sets a password through a one-time link. If the service sends mail, the link is sent to the operator and never shown to anybody else; if sending fails, the answer says why, and another link can be asked for. If the service sends no mail, the answer has the link’s key, the audit log records that it was shown, and until a day after it was used the operator does not count as one of two people who decide. An administrator of companies names at least one of them, and no other.',
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
    proof: true,
    permission: 'manageOperators',
    summary: 'Change an operator',
    description:
      'Changes the fields that are sent, from the operator’s next request on. Disabling ends every session and operator token for good, also if the operator is enabled again. The last administrator of the installation can be neither disabled nor demoted. More rights (administrator, approver, or a higher or no limit) wait until a second administrator of the company or of the installation confirms them, if there is one; the rest takes effect at once. An administrator of companies changes the roles there, without seeing or changing others, and changes the rest only if the operator works nowhere else; nobody but an administrator of the installation changes another one.',
    body: schemas.OperatorPatch,
    refused: { email: 'email.fixed' },
    answer: schemas.OperatorRow,
    problems: [409],
    handler: ({ id, body, request }) => changeOperator(pool, administratorOf(request), id, body),
  });

  operation.get('/operators/proposals', {
    id: 'readOperatorProposals',
    permission: 'manageOperators',
    summary: 'Read the changes of operators that wait',
    description:
      'Answers the changes that give an operator more rights and wait for a second administrator. For an administrator of companies: those about them.',
    answer: schemas.OperatorProposals,
    handler: ({ operator }) => actions.readGains(pool, operator),
  });

  proposalOperations(operation, '/operators', {
    id: 'OperatorProposal',
    what: 'more rights for an operator',
    permission: 'manageOperators',
    effect: 'Gives an operator the rights, or removes the second factors, as another administrator proposed.',
    answer: schemas.OperatorProposals,
    decide: async ({ operator, proposalId }, decision) => {
      const reset = operator.administrator ? await decideReset(pool, operator, proposalId, decision) : undefined;
      if (reset === undefined) await decideGain(pool, operator, proposalId, decision);
      if (reset?.done === true) await actions.mailReset(deps, operator, reset.operator);
      return actions.readGains(pool, operator);
    },
  });

  operation.post('/operators/:id/factors/reset', {
    id: 'resetFactors',
    proof: true,
    permission: 'administer',
    summary: 'Remove the second factors of an operator',
    description:
      'For an operator who lost a device: removes passkeys, authenticator apps and recovery codes, and ends sessions and operator tokens. It waits until a second administrator confirms it, if there is one in addition to the operator. The operator is told by mail.',
    answer: schemas.OperatorProposals,
    problems: [409],
    handler: async ({ operator, id }) => {
      const reset = await resetFactors(pool, operator, id);
      if (reset.done) await actions.mailReset(deps, operator, reset.operator);
      return actions.readGains(pool, operator);
    },
  });

  operation.post('/operators/:id/invitation', {
    id: 'inviteOperator',
    proof: true,
    permission: 'manageOperators',
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
    proof: true,
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
    permission: 'manageOperators',
    summary: 'List an operator’s tokens',
    description: 'Answers the operator tokens of an operator, including revoked and expired ones.',
    query: schemas.OperatorTokensQuery,
    answer: schemas.OperatorTokenRows,
    file: 'operator-tokens',
    source: ({ operator, id }) => actions.tokensOf(pool, operator, id),
  });

  operation.delete('/operators/:id/tokens/:tokenId', {
    id: 'revokeOperatorToken',
    permission: 'manageOperators',
    needsSession: false,
    summary: 'Revoke an operator’s token',
    description:
      'Revokes a token of any operator, which is refused from the next request on. Revoking it again changes nothing.',
    handler: ({ operator, id, tokenId, request }) =>
      actions.revokeTokenOf(pool, operator, { operatorId: id, id: tokenId }, request.ip),
  });
}

export const operatorsDesk: Desk = {
  schemas: [...signInSchemas, ...factorSchemas, ...directorySchemas, ...schemas.operatorAdminSchemas, ...systemSchemas],
  routes: (app, deps) => {
    const routes = openSignInRoutes(deps);
    signInRoutes(app, deps, routes);
    factorRoutes(app, deps, routes);
    directoryRoutes(app, deps, routes);
    operatorRoutes(app, deps);
    tokenRoutes(app, deps);
    systemRoutes(app, deps);
  },
};
