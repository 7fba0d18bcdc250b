import type { FastifyInstance } from 'fastify';
import { readOwnChoices, sendTest, setOwnChoices } from './actions.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { operations } from '../../desk/operation.ts';
import { tooManyRequests } from '../../errors/errors.ts';
import { createBuckets } from '../../ground/http/arrival/rate-limit.ts';
import Type from 'typebox';
import { flag, form, named } from '../../ground/http/document/fields.ts';

const proposed = flag(
  'An e-mail about changes of a supplier’s name, organisational number or account that partners propose.',
);
const waiting = flag(
  'An e-mail each weekday morning with the invoices that wait for the operator, if any do. Only operators who may decide get it, by default all of them.',
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

const MailChoices = named('MailChoices', 'The e-mails that an operator has chosen in a company.', {
  ...fields,
  proposed,
  waiting,
  setUp: flag('Whether the service sends e-mail at all.'),
});

// Optional, because clients from before them do not send them.
const MailChoicesForm = form('MailChoicesForm', 'The e-mails that the operator chooses.', {
  ...fields,
  proposed: Type.Optional(proposed),
  waiting: Type.Optional(waiting),
});

const MailPosted = named('MailPosted', 'Whether an e-mail was sent.', {
  sent: flag('Whether the mail server accepted it.'),
  notSent: Type.Optional(Type.Ref('Notice', { description: 'The reason why not.' })),
});

const path = '/session/companies/:companyId/mail';
const asOneself = { permission: 'read', needsSession: true } as const;
const maxTestsPerMinute = 5;

function mailRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const tests = createBuckets(maxTestsPerMinute / 60, maxTestsPerMinute);
  const operation = operations(app, deps, 'E-mail');

  operation.get(path, {
    id: 'readMailChoices',
    ...asOneself,
    summary: 'Read one’s choices of e-mail',
    description: 'Answers the e-mails that the operator has chosen in this company.',
    answer: MailChoices,
    handler: ({ company, operator }) => readOwnChoices(deps, company, operator),
  });

  operation.put(path, {
    id: 'setMailChoices',
    ...asOneself,
    summary: 'Choose one’s e-mail',
    description: 'Sets the e-mails that the operator gets in this company, about what happens from now on.',
    body: MailChoicesForm,
    answer: MailChoices,
    handler: (call) => setOwnChoices(deps, call),
  });

  operation.post(`${path}/test`, {
    id: 'sendTestMail',
    ...asOneself,
    summary: 'Send oneself a test',
    description: `Sends an e-mail to the operator at once, and answers whether the mail server accepted it. At most ${maxTestsPerMinute} a minute.`,
    answer: MailPosted,
    problems: [429],
    handler: async ({ company, operator }) => {
      const { taken, seconds } = tests.take(operator.id);
      if (deps.mailer !== undefined && !taken) throw tooManyRequests(seconds);
      return sendTest(deps, company, operator);
    },
  });
}

export const mailDesk: Desk = { schemas: [MailChoices, MailChoicesForm, MailPosted], routes: mailRoutes };
