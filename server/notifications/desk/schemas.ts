import Type from 'typebox';
import { flag, form, named } from '../../desk/fields.ts';

const proposed = flag(
  'An e-mail about changes of a supplier’s name, organisational number or account that partners propose.',
);
const fields = {
  held: flag('An e-mail about held invoices.'),
  endpointOff: flag('An e-mail about webhook endpoints that were switched off because they failed or are gone.'),
  failuresPercent: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: 99,
    description:
      'An e-mail about a partner if more than this percentage of its calls in the last hour failed, of at least 20; null for none.',
    examples: [20],
  }),
  digest: flag('An e-mail each weekday morning about what waits, if anything does.'),
};

export const MailChoices = named('MailChoices', 'The e-mails that an operator has chosen in a company.', {
  ...fields,
  proposed,
  setUp: flag('Whether the service sends e-mail at all.'),
});

// Optional, because clients from before it do not send it.
export const MailChoicesForm = form('MailChoicesForm', 'The e-mails that the operator chooses.', {
  ...fields,
  proposed: Type.Optional(proposed),
});

export const MailPosted = named('MailPosted', 'Whether an e-mail was sent.', {
  sent: flag('Whether the mail server accepted it.'),
  notSent: Type.Optional(Type.Ref('Notice', { description: 'The reason why not.' })),
});
