import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { changeChecks, readChecks } from './checks.ts';
import { CheckSettingsPatch, exampleSettings } from './check-schemas.ts';
import { companyParams } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { checkAddress, checkForm, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';

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
    handler: ({ company }) => readChecks(pool, company),
  });

  app.patch(path, {
    config: { operation: 'changeChecks', permission: 'administer' },
    attachValidation: true,
    preHandler: checkForm(CheckSettingsPatch),
    schema: {
      operationId: 'changeChecks',
      summary: 'Change the settings of the checks',
      description:
        'Switches rules off, raises them to a hold, or sets them back to usual, for invoices that arrive from now on. The audit log keeps what was changed.',
      tags,
      params: companyParams,
      body: Type.Ref('CheckSettingsPatch'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404) },
    },
    handler: async ({ company, operator, body }) => {
      const { rules } = body as CheckSettingsPatch;
      await changeChecks(pool, company, operator, rules);
      return readChecks(pool, company);
    },
  });
}
