import Type, { type Static } from 'typebox';
import { severities, type Severity } from '../../checks/rule.ts';
import { settings, settingsOf, type Setting } from '../../checks/settings.ts';
import { refusesOthers } from '../../ground/http/publish.ts';
import { findingCodes, type FindingCode } from '../../errors/findings.ts';

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
  },
  { $id: 'CheckSettings', description: 'What the company chose for each check of invoices.' },
);

export const exampleSettings = {
  rules: [
    { code: 'sum.line', usual: 'warning', setting: 'off' },
    { code: 'duplicate.number', usual: 'warning', setting: 'hold' },
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

export const checkSchemas = [CheckSettings, CheckSettingsPatch];
