import type { FastifyInstance } from 'fastify';
import { readOwnChoices, sendTest, setOwnChoices } from './actions.ts';
import { MailChoices, MailChoicesForm, MailPosted } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { operations } from '../../desk/operation.ts';
import { tooManyRequests } from '../../errors/errors.ts';
import { createBuckets } from '../../ground/http/arrival/buckets.ts';

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
