import type { FastifyInstance, FastifySchema } from 'fastify';
import Type from 'typebox';
import { changeChecks, decideProposal, readChecks } from './actions.ts';
import { CheckSettingsPatch, exampleSettings, proposalParams } from './schemas.ts';
import { companyParams } from '../schemas.ts';
import type { OperatorDeps } from '../../../deps.ts';
import { checkAddress, checkForm, jsonAnswer } from '../../../desk/requests.ts';
import { operatorProblems } from '../../../desk/shapes.ts';

const tags = ['Checks'];
const path = '/companies/:companyId/checks';
const answer = jsonAnswer(Type.Ref('CheckSettings'), 'Every rule with its setting.', exampleSettings);

export function checkRoutes(app: FastifyInstance, { pool }: OperatorDeps): void {
  app.get(path, {
    config: { operation: 'readChecks', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'readChecks',
      summary: 'Read the settings of the checks',
      description:
        'Answers every rule by which invoices are checked when they arrive, and what the company chose for it.',
      tags,
      params: companyParams,
      response: { 200: answer, ...operatorProblems(401, 403, 404) },
    },
    handler: ({ company, operator, role }) => readChecks(pool, company, operator.id, role),
  });

  app.patch(path, {
    config: { operation: 'changeChecks', permission: 'administer' },
    attachValidation: true,
    preHandler: checkForm(CheckSettingsPatch),
    schema: {
      operationId: 'changeChecks',
      summary: 'Change the settings of the checks',
      description:
        'Switches rules off, raises them to a hold, or sets them back to usual, for invoices that arrive from now on. A change that makes a rule of the payee (payee.…) weaker waits until a second administrator confirms it, if there is one; the rest counts at once. The audit log keeps what was changed.',
      tags,
      params: companyParams,
      body: Type.Ref('CheckSettingsPatch'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404) },
    },
    handler: async ({ company, operator, role, body }) => {
      const { rules } = body as CheckSettingsPatch;
      await changeChecks(pool, company, operator, rules);
      return readChecks(pool, company, operator.id, role);
    },
  });

  const deciding = (decision: 'confirm' | 'decline', operationId: string, about: FastifySchema) =>
    app.post(`${path}/proposals/:proposalId/${decision}`, {
      config: { operation: operationId, permission: 'administer' },
      attachValidation: true,
      preHandler: checkAddress,
      schema: {
        ...about,
        operationId,
        tags,
        params: proposalParams,
        response: { 200: answer, ...operatorProblems(401, 403, 404, 409) },
      },
      handler: async ({ company, operator, role, params }) => {
        const { proposalId } = params as { proposalId: string };
        await decideProposal(pool, company, operator, proposalId, decision);
        return readChecks(pool, company, operator.id, role);
      },
    });
  deciding('confirm', 'confirmCheckProposal', {
    summary: 'Confirm a change of a check',
    description: 'Makes a change that another administrator asked for. Whoever asked for it cannot confirm it.',
  });
  deciding('decline', 'declineCheckProposal', {
    summary: 'Decline a change of a check',
    description: 'Drops a change that waits. Whoever asked for it takes it back in this way.',
  });
}
