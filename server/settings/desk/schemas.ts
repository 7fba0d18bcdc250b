import Type, { type Static } from 'typebox';
import { presetKinds, settingNames } from '../rules.ts';
import { offOrOn, proofRules, secondFactors } from '../../people/demands.ts';
import { flag, form, group, listOf, named, oneOf, text, textOrNull } from '../../ground/http/document/fields.ts';
import { action, person } from '../../desk/fields.ts';
import { time } from '../../desk/requests.ts';
import { notBlank, refusesOthers } from '../../ground/http/document/publish.ts';

const currency = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'The currency of the approvers’ limits, by its ISO 4217 code. The default is SEK.',
  examples: ['SEK'],
});
const payeeTakesTwo = flag(
  'Whether a change of a supplier’s account, name or organisational number waits until a second operator confirms it. The default is false.',
);

const timeZone = Type.String({
  format: 'time-zone',
  maxLength: 64,
  description:
    'The company’s time zone, by its IANA name. Dates of invoices that arrive are calendar days in it, and today is counted in it. The default is Europe/Stockholm.',
  examples: ['Europe/Stockholm'],
});

const separateDuties = flag(
  'Whether an invoice must be approved by another operator than the one who released it, and than those who registered its supplier or changed, proposed or confirmed the supplier’s payment details in the last 30 days. The default is true.',
);

const secondFactor = oneOf(
  secondFactors,
  'Who must have given a passkey or a code in addition to a password: nobody, administrators, deciders (approvers and administrators) or everybody. The directory’s sign-in and a passkey alone count. The default is nobody.',
);
const passwords = oneOf(
  offOrOn,
  'Whether a session that began with a password may enter the company. off: only those with a passkey or through a directory. The default is on.',
);
const mailLinks = oneOf(
  offOrOn,
  'Whether a link in the mail about what waits opens its invoice without a sign-in, for seven days and for its recipient’s decision. It never does for an operator with a second factor or from a directory, nor if the company demands more than a password of them. The default is on.',
);
const proofs = oneOf(
  proofRules,
  'How lately operators with a second factor or from a directory must have proved who they are when they change what redirects money: within fifteenMinutes, always anew, or off. The default is fifteenMinutes.',
);

const partnersManageWebhooks = flag(
  'Whether partners manage their own webhook endpoints, if a token has the scope and the partner’s own switch is on. false: no partner does, in the sandbox neither; endpoints that exist go on receiving events. The default is true.',
);

/** Not blank, and without line breaks: the console edits them as one text with a line for each. */
const oneLine = '^[^\\S\\r\\n]*\\S[^\\r\\n]*$';

const presets = (of: string) =>
  Type.Array(Type.String({ pattern: oneLine, maxLength: 200 }), {
    maxItems: 10,
    uniqueItems: true,
    description: `The preset ${of}, in their order. At first there is none.`,
  });
const presetReasons = group('Reasons that the dialogs of decisions offer. They can be changed there.', {
  reject: presets('reasons for rejecting an invoice'),
  ask: presets('questions to the partner about an invoice'),
  release: presets('reasons for releasing a held invoice'),
  cancel: presets('reasons for cancelling a work order'),
} satisfies Record<(typeof presetKinds)[number], unknown>);

const codingRequired = flag(
  'Whether an invoice must be coded before it is approved. It applies once the company has imported coding lists. The default is false.',
);

export const DeskSettings = named('DeskSettings', 'The company’s settings for the work of its operators.', {
  currency,
  payeeTakesTwo,
  separateDuties,
  timeZone,
  secondFactor,
  passwords,
  mailLinks,
  proofs,
  partnersManageWebhooks,
  dutiesOffReason: textOrNull('The reason why separateDuties is false; null while it is true.'),
  presetReasons,
  codingRequired,
  waiting: listOf('Changes that weaken a duty and wait for a second administrator.', {
    id: text('The id of the change.'),
    setting: oneOf(settingNames, 'The setting.'),
    from: text('The present value, written out.'),
    to: text('The proposed value, written out.'),
    reason: textOrNull('Why, if a reason was given.'),
    by: person('The operator who proposed it, with the name at that time.'),
    at: time('When.'),
    confirm: action('confirmed'),
  }),
});

export const DeskSettingsPatch = form(
  'DeskSettingsPatch',
  'The settings to change. Those that are left out stay as they are.',
  {
    currency: Type.Optional(currency),
    payeeTakesTwo: Type.Optional(payeeTakesTwo),
    separateDuties: Type.Optional(separateDuties),
    timeZone: Type.Optional(timeZone),
    secondFactor: Type.Optional(secondFactor),
    passwords: Type.Optional(passwords),
    mailLinks: Type.Optional(mailLinks),
    proofs: Type.Optional(proofs),
    partnersManageWebhooks: Type.Optional(partnersManageWebhooks),
    presetReasons: Type.Optional(
      Type.Partial(presetReasons, {
        ...refusesOthers,
        description: 'Reasons that the dialogs of decisions offer. Lists that are left out stay as they are.',
      }),
    ),
    codingRequired: Type.Optional(codingRequired),
    reason: Type.Optional(
      Type.String({
        pattern: notBlank,
        maxLength: 1_000,
        description: 'The reason for switching separateDuties off, required for that only.',
      }),
    ),
  },
  { separateDuties: false, reason: 'Only one person in the company approves.' },
);
export type DeskSettingsPatch = Static<typeof DeskSettingsPatch>;
