import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import { openForgotten } from './forgotten.ts';
import type { OperatorDeps } from '../../deps.ts';
import { checkAddress, checkForm, doneAnswer, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { languages, type Language } from '../../../common/names/names.ts';
import { unknownCallerBodyLimit } from '../../ground/http/bodies/budget.ts';
import { refusesOthers } from '../../ground/http/document/publish.ts';
import { networkOf } from '../../ground/http/arrival/network.ts';

const tags = ['Signing in'];

export const ForgottenForm = Type.Object(
  {
    email: Type.String({ minLength: 3, maxLength: 255, description: 'The e-mail address, in any case.' }),
    language: Type.Optional(
      Type.Unsafe<Language>({
        type: 'string',
        enum: [...languages],
        description: 'The language of the mail, for an operator who never chose one. en unless told otherwise.',
      }),
    ),
  },
  {
    ...refusesOthers,
    $id: 'ForgottenForm',
    description: 'Who has forgotten the password.',
    examples: [{ email: 'approver@example.com', language: 'sv' }],
  },
);
type ForgottenForm = Static<typeof ForgottenForm>;

export const ForgottenOffer = Type.Object(
  { offered: Type.Boolean({ description: 'Whether the service sends mail, and so can send a link.' }) },
  { $id: 'ForgottenOffer', description: 'Whether somebody who forgot the password can be sent a link.' },
);

export function forgottenRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const forgotten = openForgotten(deps);
  app.addHook('onClose', () => forgotten.end());

  app.get('/session/forgotten', {
    config: { operation: 'readForgotten', public: true },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'readForgotten',
      summary: 'Ask whether a link can be sent',
      description: 'Answers whether somebody who forgot the password can be sent a link to choose a new one.',
      tags,
      security: [],
      response: { 200: jsonAnswer(Type.Ref('ForgottenOffer'), 'Whether it can.', { offered: true }) },
    },
    handler: () => ({ offered: forgotten.offered }),
  });

  app.post('/session/forgotten', {
    config: { operation: 'forgetPassword', public: true },
    bodyLimit: unknownCallerBodyLimit,
    attachValidation: true,
    preHandler: checkForm(ForgottenForm),
    schema: {
      operationId: 'forgetPassword',
      summary: 'Send a link to choose a new password',
      description:
        'Sends a one-time link, which is good for an hour, to the operator with this e-mail address. The answer is the same, and comes as fast, where there is no such operator. Within a quarter of an hour there are three links for one address, and twenty requests from one network.',
      tags,
      security: [],
      body: Type.Ref('ForgottenForm'),
      response: { 204: doneAnswer, ...operatorProblems(400, 429) },
    },
    handler: async ({ body, ip }, reply) => {
      const { email, language = 'en' } = body as ForgottenForm;
      await forgotten.ask(email, language, networkOf(ip));
      return reply.code(204).send();
    },
  });
}
