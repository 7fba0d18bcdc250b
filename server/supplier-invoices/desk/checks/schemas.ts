import Type, { type Static } from 'typebox';
import { severities, type Severity } from '../../../checks/rule.ts';
import { settings, settingsOf, type Setting } from '../../../checks/settings.ts';
import { companyInPath, idInPath, time } from '../../../desk/requests.ts';
import { refusesOthers } from '../../../ground/http/document/publish.ts';
import { findingCodes, type FindingCode } from '../../../../common/errors/findings.ts';

const setting = (description: string, allowed: readonly Setting[] = settings) =>
  Type.Unsafe<Setting>({ type: 'string', enum: [...allowed], description });

const CheckSettings = Type.Object(
  {
    rules: Type.Array(
      Type.Object({
        code: Type.Unsafe<FindingCode>({
          type: 'string',
          enum: findingCodes,
          description: 'The code of the findings that it makes.',
        }),
        usual: Type.Unsafe<Severity | 'off'>({
          type: 'string',
          enum: [...severities, 'off'],
          description:
            'How serious its findings are, unless the company chose otherwise; off if nothing is looked for.',
        }),
        setting: setting(
          'What the company chose: usual; off if nothing is looked for; warning, for a rule that is off as usual; or hold if a finding holds the invoice.',
        ),
      }),
      { description: 'Every rule, in a fixed order.' },
    ),
    waiting: Type.Array(
      Type.Object({
        id: Type.String({ description: 'The id of the change.' }),
        rule: Type.Unsafe<FindingCode>({ type: 'string', enum: findingCodes, description: 'The code of the rule.' }),
        from: setting('What the rule is set to now.'),
        to: setting('What it would be set to.'),
        by: Type.Object(
          {
            id: Type.String({ description: 'The id of the operator.' }),
            name: Type.String({ description: 'What the operator was called then.' }),
          },
          { description: 'Who asked for it.' },
        ),
        at: time('When.'),
        confirm: Type.Object(
          {
            allowed: Type.Boolean({ description: 'Whether it can be confirmed now.' }),
            why: Type.Optional(Type.String({ description: 'Why not.' })),
            code: Type.Optional(Type.String({ description: 'Why not, for programs.' })),
          },
          { description: 'Whether it can be confirmed, by this operator.' },
        ),
      }),
      { description: 'Changes that make a check of the payee weaker, and wait for a second administrator.' },
    ),
  },
  { $id: 'CheckSettings', description: 'What the company chose for each check of invoices.' },
);

export const exampleSettings = {
  rules: [
    { code: 'sum.line', usual: 'warning', setting: 'off' },
    { code: 'duplicate.number', usual: 'warning', setting: 'hold' },
  ],
  waiting: [
    {
      id: '019a7c3f-2c11-7d52-8a90-3e6c1f2b4d88',
      rule: 'payee.name',
      from: 'usual',
      to: 'off',
      by: { id: '019a7c3e-0a1b-7c2d-8e3f-4a5b6c7d8e9f', name: 'The administrator' },
      at: '2026-11-15T08:00:00.000Z',
      confirm: { allowed: true },
    },
  ],
};

export const CheckSettingsPatch = Type.Object(
  {
    rules: Type.Object(
      Object.fromEntries(
        findingCodes.map((code) => [code, Type.Optional(setting('What is chosen for it.', settingsOf(code)))]),
      ),
      { ...refusesOthers, description: 'The rules to change, by code. What is left out stays as it is.' },
    ),
  },
  {
    ...refusesOthers,
    $id: 'CheckSettingsPatch',
    description: 'A change of what the company chose for checks of invoices.',
    examples: [{ rules: { 'sum.line': 'off', 'duplicate.number': 'hold', 'payee.name': 'usual' } }],
  },
);
export type CheckSettingsPatch = Static<typeof CheckSettingsPatch>;

export const proposalParams = Type.Object({
  companyId: companyInPath,
  proposalId: idInPath('The id of the change that waits.'),
});

export const checkSchemas = [CheckSettings, CheckSettingsPatch];
