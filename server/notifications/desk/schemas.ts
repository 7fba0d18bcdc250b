import Type from 'typebox';
import { refusesOthers } from '../../ground/http/document/publish.ts';

const proposed = Type.Boolean({
  description: 'An e-mail about changes of a supplier’s name, organisational number or account that partners propose.',
});
const fields = {
  held: Type.Boolean({ description: 'An e-mail about held invoices.' }),
  endpointOff: Type.Boolean({
    description: 'An e-mail about webhook endpoints that were switched off because they failed or are gone.',
  }),
  failuresPercent: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: 99,
    description:
      'An e-mail about a partner if more than this percentage of its calls in the last hour failed, of at least 20; null for none.',
    examples: [20],
  }),
  digest: Type.Boolean({ description: 'An e-mail each weekday morning about what waits, if anything does.' }),
};

export const MailChoices = Type.Object(
  { ...fields, proposed, setUp: Type.Boolean({ description: 'Whether the service sends e-mail at all.' }) },
  { $id: 'MailChoices', description: 'The e-mails that an operator has chosen in a company.' },
);

// Optional, because clients from before it do not send it.
export const MailChoicesForm = Type.Object(
  { ...fields, proposed: Type.Optional(proposed) },
  {
    ...refusesOthers,
    $id: 'MailChoicesForm',
    description: 'The e-mails that the operator chooses.',
  },
);

export const MailPosted = Type.Object(
  {
    sent: Type.Boolean({ description: 'Whether the mail server accepted it.' }),
    notSent: Type.Optional(Type.Ref('Notice', { description: 'The reason why not.' })),
  },
  { $id: 'MailPosted', description: 'Whether an e-mail was sent.' },
);
