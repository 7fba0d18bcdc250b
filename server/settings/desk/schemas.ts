import Type, { type Static } from 'typebox';
import { companyInPath } from '../../desk/requests.ts';
import { refusesOthers } from '../../ground/http/publish.ts';

const currency = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'The currency of the approvers’ limits, by its ISO 4217 code. SEK unless the company chose another.',
  examples: ['SEK'],
});
const payeeTakesTwo = Type.Boolean({
  description:
    'Whether a change of a supplier’s account, name or organisational number waits until a second operator confirms it. false unless the company chose otherwise.',
});

const DeskSettings = Type.Object(
  { currency, payeeTakesTwo },
  { $id: 'DeskSettings', description: 'What a company chose about how its people work together.' },
);

export const exampleSettings = { currency: 'SEK', payeeTakesTwo: true };

export const DeskSettingsPatch = Type.Object(
  { currency: Type.Optional(currency), payeeTakesTwo: Type.Optional(payeeTakesTwo) },
  {
    ...refusesOthers,
    $id: 'DeskSettingsPatch',
    description: 'What to change. What is left out stays as it is.',
    examples: [{ payeeTakesTwo: true }],
  },
);
export type DeskSettingsPatch = Static<typeof DeskSettingsPatch>;

export const companyParams = Type.Object({ companyId: companyInPath });

export const settingsSchemas = [DeskSettings, DeskSettingsPatch];
