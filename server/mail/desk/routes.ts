import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { choose, sendTest } from './actions.ts';
import { companyParams, exampleChoices, MailChoicesForm } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { checkAddress, checkForm, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { tooManyRequests } from '../../errors/errors.ts';
import { createBuckets } from '../../ground/http/arrival/buckets.ts';
import { readChoices } from '../store.ts';

const tags = ['E-mail'];
const path = '/session/companies/:companyId/mail';
const answer = jsonAnswer(Type.Ref('MailChoices'), 'What the operator is told of.', { ...exampleChoices, setUp: true });
/** A minute, and as many at once: enough to see that it works, and too few to fill a mailbox. */
const testsAMinute = 5;

export function mailRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool, mailer } = deps;
  const setUp = mailer !== undefined;
  const tests = createBuckets(testsAMinute / 60, testsAMinute);

  app.get(path, {
    config: { operation: 'readMailChoices', permission: 'read', needsSession: true },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'readMailChoices',
      summary: 'Read what one is told of by e-mail',
      description: 'Answers what the operator who asks is told of by e-mail in this company.',
      tags,
      params: companyParams,
      response: { 200: answer, ...operatorProblems(401, 403, 404) },
    },
    handler: async ({ company, operator }) => ({ ...(await readChoices(pool, company, operator.id)), setUp }),
  });

  app.put(path, {
    config: { operation: 'setMailChoices', permission: 'read', needsSession: true },
    attachValidation: true,
    preHandler: checkForm(MailChoicesForm),
    schema: {
      operationId: 'setMailChoices',
      summary: 'Choose what one is told of by e-mail',
      description:
        'Keeps what the operator who asks wants to be told of in this company. It holds for what happens from now on.',
      tags,
      params: companyParams,
      body: Type.Ref('MailChoicesForm'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404) },
    },
    handler: async ({ company, operator, body }) => ({
      ...(await choose(pool, company, operator.id, body as MailChoicesForm)),
      setUp,
    }),
  });

  app.post(`${path}/test`, {
    config: { operation: 'sendTestMail', permission: 'read', needsSession: true },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'sendTestMail',
      summary: 'Send oneself a test',
      description:
        'Sends a mail to the operator who asks, at once, and answers whether the mail server took it. Five a minute at the most.',
      tags,
      params: companyParams,
      response: {
        200: jsonAnswer(Type.Ref('MailPosted'), 'Whether it left.', { sent: true }),
        ...operatorProblems(401, 403, 404, 429),
      },
    },
    handler: async ({ company, operator }) => {
      const { taken, seconds } = tests.take(operator.id);
      if (setUp && !taken) throw tooManyRequests(seconds);
      return sendTest(deps, company, operator);
    },
  });
}
