import type { FastifyInstance } from 'fastify';
import { changeSettings, readSettings } from './actions.ts';
import { DeskSettings, DeskSettingsPatch } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { operations } from '../../desk/operation.ts';

const path = '/companies/:companyId/settings';

function settingsRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  const operation = operations(app, deps, 'Settings');

  operation.get(path, {
    id: 'readSettings',
    permission: 'read',
    summary: 'Read the settings of a company',
    description: 'Answers the company’s settings for the work of its operators.',
    answer: DeskSettings,
    handler: ({ company }) => readSettings(pool, company),
  });

  operation.patch(path, {
    id: 'changeSettings',
    permission: 'administer',
    summary: 'Change the settings of a company',
    description:
      'Changes the fields that are sent. A change of the currency does not convert the limits of approvers: the same number is in the new currency from then on. Changes of suppliers that wait when payeeTakesTwo is switched off keep waiting. To switch separateDuties off takes a reason. The audit log records the changes.',
    body: DeskSettingsPatch,
    answer: DeskSettings,
    handler: ({ company, operator, body }) => changeSettings(pool, company, operator, body),
  });
}

export const settingsDesk: Desk = { schemas: [DeskSettings, DeskSettingsPatch], routes: settingsRoutes };
