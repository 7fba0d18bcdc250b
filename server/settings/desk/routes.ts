import type { FastifyInstance } from 'fastify';
import { changeSettings, decideSettingProposal, readSettings, redirectsMoney } from './actions.ts';
import { DeskSettings, DeskSettingsPatch } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { proposalOperations } from '../../desk/proposals.ts';
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
    handler: ({ company, operator, role }) => readSettings(pool, company, operator.id, role),
  });

  operation.patch(path, {
    id: 'changeSettings',
    proof: redirectsMoney,
    permission: 'administer',
    summary: 'Change the settings of a company',
    description:
      'Changes the fields that are sent. A change of the currency does not convert the limits of approvers: the same number is in the new currency from then on. Changes of suppliers that wait when payeeTakesTwo is switched off keep waiting. A change of the time zone does not move days that invoices already have. To switch separateDuties off takes a reason. A change that weakens a duty (another currency, payeeTakesTwo or separateDuties switched off, passwords or mailLinks switched on again, or less demanded by secondFactor or proofs) waits until a second administrator confirms it, if there is one; for 30 days after it took effect, the stricter setting still applies to the administrators who asked for it and confirmed it. The audit log records the changes.',
    body: DeskSettingsPatch,
    answer: DeskSettings,
    handler: async (call) => {
      await changeSettings(pool, call);
      return readSettings(pool, call.company, call.operator.id, call.role);
    },
  });

  proposalOperations(operation, path, {
    id: 'SettingProposal',
    what: 'a change of a setting',
    answer: DeskSettings,
    decide: async ({ company, operator, role, proposalId }, decision) => {
      await decideSettingProposal(pool, company, operator, proposalId, decision);
      return readSettings(pool, company, operator.id, role);
    },
  });
}

export const settingsDesk: Desk = { schemas: [DeskSettings, DeskSettingsPatch], routes: settingsRoutes };
