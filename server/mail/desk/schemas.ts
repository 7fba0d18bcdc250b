import Type, { type Static } from 'typebox';
import { companyInPath } from '../../desk/requests.ts';
import { refusesOthers } from '../../ground/http/document/publish.ts';

const fields = {
  held: Type.Boolean({ description: 'Whether to be told of invoices that are held.' }),
  endpointOff: Type.Boolean({
    description: 'Whether to be told of webhook endpoints that were switched off because they failed or are gone.',
  }),
  failuresPercent: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: 99,
    description:
      'To be told of a partner of whose calls in the last hour more than so many in a hundred failed, if there were at least 20; null is not at all.',
  }),
  digest: Type.Boolean({
    description: 'Whether to be told on the morning of each weekday of what waits, if anything does.',
  }),
};

const MailChoices = Type.Object(
  {
    ...fields,
    setUp: Type.Boolean({ description: 'Whether the service sends mail at all.' }),
  },
  { $id: 'MailChoices', description: 'What an operator is told of by e-mail in a company.' },
);

export const exampleChoices = { held: true, endpointOff: false, failuresPercent: 20, digest: true };

export const MailChoicesForm = Type.Object(fields, {
  ...refusesOthers,
  $id: 'MailChoicesForm',
  description: 'What the operator wants to be told of.',
  examples: [exampleChoices],
});
export type MailChoicesForm = Static<typeof MailChoicesForm>;

const MailPosted = Type.Object(
  {
    sent: Type.Boolean({ description: 'Whether the mail server took it.' }),
    notSent: Type.Optional(Type.Ref('Notice', { description: 'Why it did not.' })),
  },
  { $id: 'MailPosted', description: 'Whether a mail left.' },
);

export const companyParams = Type.Object({ companyId: companyInPath });

export const mailSchemas = [MailChoices, MailChoicesForm, MailPosted];
