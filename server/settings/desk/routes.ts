import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { changeSettings, shownSettings } from './actions.ts';
import { companyParams, DeskSettingsPatch, exampleSettings } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { checkAddress, checkForm, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { readDeskSettings } from '../store.ts';

const tags = ['Settings'];
const path = '/companies/:companyId/settings';
const answer = jsonAnswer(Type.Ref('DeskSettings'), 'The settings.', exampleSettings);

export function settingsRoutes(app: FastifyInstance, { pool }: OperatorDeps): void {
  app.get(path, {
    config: { operation: 'readSettings', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'readSettings',
      summary: 'Read the settings of a company',
      description: 'Answers what the company chose about how its people work together.',
      tags,
      params: companyParams,
      response: { 200: answer, ...operatorProblems(401, 403, 404) },
    },
    handler: async ({ company }) => shownSettings(await readDeskSettings(pool, company)),
  });

  app.patch(path, {
    config: { operation: 'changeSettings', permission: 'administer' },
    attachValidation: true,
    preHandler: checkForm(DeskSettingsPatch),
    schema: {
      operationId: 'changeSettings',
      summary: 'Change the settings of a company',
      description:
        'Changes what is sent. A change of the currency changes no limit of an approver: the same number is of the new currency from then on. Changes of suppliers that wait when payeeTakesTwo is switched off keep waiting. To switch separateDuties off takes a reason. The audit log keeps what was changed.',
      tags,
      params: companyParams,
      body: Type.Ref('DeskSettingsPatch'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404) },
    },
    handler: ({ company, operator, body }) => changeSettings(pool, company, operator, body as DeskSettingsPatch),
  });
}
