import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { changeChecks, decideCheckProposal, readChecks } from './check-actions.ts';
import { findingCodes, type FindingCode, severities } from '../../../../common/errors/findings.ts';
import { limitNames, limits } from '../../../checks/limits.ts';
import { settings, settingsOf } from '../../../checks/settings.ts';
import type { OperatorDeps } from '../../../deps.ts';
import type { Desk } from '../../../desk/desk.ts';
import { count, form, listOf, named, oneOf, text } from '../../../ground/http/document/fields.ts';
import { action, person } from '../../../desk/fields.ts';
import { proposalOperations } from '../../../desk/proposals.ts';
import { operations } from '../../../desk/operation.ts';
import { time } from '../../../desk/requests.ts';
import { refusesOthers } from '../../../ground/http/document/publish.ts';

const code = (description: string) => oneOf<FindingCode>(findingCodes, description);

const limitWords: Record<keyof typeof limits, string> = {
  sumToleranceMinorUnits:
    'The tolerance of sums, in minor units of the invoice’s currency (öre): a line, total or VAT that is off by at most this is no finding.',
  recentDays:
    'For how many days a change of a supplier’s account, name or organisational number is recent (payee.changed).',
};
const limit = (description: string) => oneOf(limitNames, description);
const proposed = {
  id: text('The id of the change.'),
  by: person('The operator who proposed it, with the name at that time.'),
  at: time('When.'),
  confirm: action('confirmed'),
};

const CheckSettings = named('CheckSettings', 'The company’s settings of the checks of invoices.', {
  rules: listOf('Every rule, in a fixed order.', {
    code: code('The code of the findings that the rule makes.'),
    usual: oneOf(
      [...severities, 'off'],
      'The severity of its findings unless the company chose otherwise; off if the rule is not applied.',
    ),
    setting: oneOf(
      settings,
      'What the company chose: usual; off; warning, for a rule that is usually off; or hold if a finding holds the invoice.',
    ),
  }),
  waiting: listOf('Changes that weaken a rule of the payee and wait for a second administrator.', {
    ...proposed,
    rule: code('The code of the rule.'),
    from: oneOf(settings, 'The present setting.'),
    to: oneOf(settings, 'The proposed setting.'),
  }),
  limits: listOf('The numbers that the rules use, in a fixed order.', {
    limit: limit('The name of the number.'),
    value: count('The present value.'),
    usual: count('The value unless the company chose otherwise.'),
    min: count('The smallest value.'),
    max: count('The largest value.'),
  }),
  waitingLimits: listOf('Changes of numbers that weaken a rule of the payee and wait for a second administrator.', {
    ...proposed,
    limit: limit('The name of the number.'),
    from: count('The present value.'),
    to: count('The proposed value.'),
  }),
});

const CheckSettingsPatch = form(
  'CheckSettingsPatch',
  'A change of the settings of the checks.',
  {
    rules: Type.Optional(
      Type.Object(
        Object.fromEntries(
          findingCodes.map((rule) => [rule, Type.Optional(oneOf(settingsOf(rule), 'The new setting.'))]),
        ),
        { ...refusesOthers, description: 'The rules to change, by code. Other rules stay as they are.' },
      ),
    ),
    limits: Type.Optional(
      Type.Object(
        Object.fromEntries(
          limitNames.map((name) => [
            name,
            Type.Optional(
              Type.Integer({ minimum: limits[name].min, maximum: limits[name].max, description: limitWords[name] }),
            ),
          ]),
        ),
        { ...refusesOthers, description: 'The numbers to change. Other numbers stay as they are.' },
      ),
    ),
  },
  {
    rules: { 'sum.line': 'off', 'duplicate.number': 'hold', 'payee.name': 'usual' },
    limits: { sumToleranceMinorUnits: 2 },
  },
);

function checkRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  const operation = operations(app, deps, 'Checks');

  operation.get('/companies/:companyId/checks', {
    id: 'readChecks',
    permission: 'read',
    summary: 'Read the settings of the checks',
    description: 'Returns every rule that checks invoices when they arrive, with the setting that the company chose.',
    answer: CheckSettings,
    handler: ({ company, operator, role }) => readChecks(pool, company, operator.id, role),
  });

  operation.patch('/companies/:companyId/checks', {
    id: 'changeChecks',
    proof: true,
    permission: 'administer',
    summary: 'Change the settings of the checks',
    description:
      'Switches rules off, raises them to a hold, or sets them back to usual, and sets the tolerance of sums and the days for which a changed payee is recent, for invoices that arrive from now on. A change that weakens a rule of the payee (payee.…, or fewer days) waits until a second administrator confirms it, if there is one; other changes take effect at once. The audit log has every change.',
    body: CheckSettingsPatch,
    answer: CheckSettings,
    handler: async (call) => {
      await changeChecks(pool, call);
      return readChecks(pool, call.company, call.operator.id, call.role);
    },
  });

  proposalOperations(operation, '/companies/:companyId/checks', {
    id: 'CheckProposal',
    what: 'a change of a check',
    answer: CheckSettings,
    decide: async ({ company, operator, role, proposalId }, decision) => {
      await decideCheckProposal(pool, company, operator, proposalId, decision);
      return readChecks(pool, company, operator.id, role);
    },
  });
}

export const invoiceChecksDesk: Desk = { schemas: [CheckSettings, CheckSettingsPatch], routes: checkRoutes };
