import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { exampleOperator, OperatorForm, operatorInPath, OperatorPatch, OperatorsQuery } from './admin-schemas.ts';
import { sendInvitation } from './invite.ts';
import { changeOperator, createOperator, inviteAgain, type Administrator } from '../admin-actions.ts';
import { allOperators, operatorList } from '../admin-store.ts';
import type { OperatorDeps } from '../../deps.ts';
import { listAnswer, sendList } from '../../desk/lists.ts';
import { checkAddress, checkForm, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { networkOf } from '../../ground/http/arrival/network.ts';

const exampleKey = 'N0Vj2m1mYw8mZ7t9cJm3x5sQe4rT6uI8oP0aS2dF4gH';

const administratorOf = ({ operator, ip }: FastifyRequest): Administrator => ({ ...operator, network: networkOf(ip) });

export function operatorAdminRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
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
      response: {
        200: listAnswer(Type.Ref('OperatorRows'), 'A page of operators.', exampleOperator),
        ...operatorProblems(400, 401, 403),
      },
    },
    handler: async (request, reply) => sendList(request, reply, 'operators', pool, operatorList, allOperators),
  });

  app.post('/operators', {
    config: { operation: 'createOperator', permission: 'administer' },
    attachValidation: true,
    preHandler: checkForm(OperatorForm),
    schema: {
      operationId: 'createOperator',
      summary: 'Create an operator',
      description:
        'Makes an operator, who sets a password through a one-time link. Where the service sends mail, the link is sent to the operator; otherwise, and where that fails, its key is answered.',
      tags,
      body: Type.Ref('OperatorForm'),
      response: {
        200: jsonAnswer(Type.Ref('OperatorInvited'), 'The operator was made.', {
          id: exampleOperator.id,
          invitation: exampleKey,
        }),
        ...operatorProblems(400, 401, 403, 409),
      },
    },
    handler: async (request) => {
      const { id, invitation } = await createOperator(pool, administratorOf(request), request.body as OperatorForm);
      return { id, ...(await sendInvitation(deps, request, id, invitation)) };
    },
  });

  app.patch('/operators/:id', {
    config: { operation: 'changeOperator', permission: 'administer' },
    attachValidation: true,
    preHandler: checkForm(OperatorPatch, { email: 'email.fixed' }),
    schema: {
      operationId: 'changeOperator',
      summary: 'Change an operator',
      description:
        'Changes what is sent. It holds from the operator’s next request on. Disabling ends every session and operator token for good, also if the operator is enabled again. The last administrator can be neither disabled nor demoted.',
      tags,
      params: operatorInPath,
      body: Type.Ref('OperatorPatch'),
      response: {
        200: jsonAnswer(Type.Ref('OperatorRow'), 'The operator.', exampleOperator),
        ...operatorProblems(400, 401, 403, 404, 409),
      },
    },
    handler: async (request) =>
      changeOperator(
        pool,
        administratorOf(request),
        (request.params as { id: string }).id,
        request.body as OperatorPatch,
      ),
  });

  app.post('/operators/:id/invitation', {
    config: { operation: 'inviteOperator', permission: 'administer' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'inviteOperator',
      summary: 'Make a new one-time link',
      description:
        'Makes a new one-time link, for an operator who lost the first one or the password. Where the service sends mail, the link is sent to the operator; otherwise, and where that fails, its key is answered. Links that were not used yet are void. Once it is used, the operator’s sessions and operator tokens end.',
      tags,
      params: operatorInPath,
      response: {
        200: jsonAnswer(Type.Ref('Invitation'), 'The key of the link, or that it was sent.', {
          invitation: exampleKey,
        }),
        ...operatorProblems(401, 403, 404, 409),
      },
    },
    handler: async (request) => {
      const { id } = request.params as { id: string };
      const { invitation } = await inviteAgain(pool, administratorOf(request), id);
      return sendInvitation(deps, request, id, invitation);
    },
  });
}
