import Type, { type Static } from 'typebox';
import { companyInPath } from '../../desk/requests.ts';
import { notBlank, refusesOthers } from '../../ground/http/document/publish.ts';

const currency = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'The currency of the approvers’ limits, by its ISO 4217 code. SEK unless the company chose another.',
  examples: ['SEK'],
});
const payeeTakesTwo = Type.Boolean({
  description:
    'Whether a change of a supplier’s account, name or organisational number waits until a second operator confirms it. false unless the company chose otherwise.',
});

const separateDuties = Type.Boolean({
  description:
    'Whether an invoice is approved by somebody else than who released it, and than who registered its supplier or changed, proposed or confirmed the supplier’s payment details in the last 30 days. true unless the company chose otherwise.',
});

const DeskSettings = Type.Object(
  {
    currency,
    payeeTakesTwo,
    separateDuties,
    dutiesOffReason: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Why separateDuties is false; null while it is true.',
    }),
  },
  { $id: 'DeskSettings', description: 'What a company chose about how its people work together.' },
);

export const exampleSettings = {
  currency: 'SEK',
  payeeTakesTwo: true,
  separateDuties: true,
  dutiesOffReason: null,
};

export const DeskSettingsPatch = Type.Object(
  {
    currency: Type.Optional(currency),
    payeeTakesTwo: Type.Optional(payeeTakesTwo),
    separateDuties: Type.Optional(separateDuties),
    reason: Type.Optional(
      Type.String({
        pattern: notBlank,
        maxLength: 1_000,
        description: 'Why separateDuties is switched off. It is needed for that and for nothing else.',
      }),
    ),
  },
  {
    ...refusesOthers,
    $id: 'DeskSettingsPatch',
    description: 'What to change. What is left out stays as it is.',
    examples: [{ separateDuties: false, reason: 'Only one person in the company approves.' }],
  },
);
export type DeskSettingsPatch = Static<typeof DeskSettingsPatch>;

export const companyParams = Type.Object({ companyId: companyInPath });

export const settingsSchemas = [DeskSettings, DeskSettingsPatch];
