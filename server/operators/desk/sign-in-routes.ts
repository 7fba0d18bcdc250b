import type { FastifyInstance, FastifyReply } from 'fastify';
import { changePreferences, describeOperator } from './account-actions.ts';
import { ProofChallenge } from './factor-schemas.ts';
import { openForgotten } from './forgotten.ts';
import { callerOf, type SignInRoutes } from './sign-in-cookies.ts';
import * as schemas from './sign-in-schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { sessionOf } from '../../desk/auth.ts';
import { operations } from '../../desk/operation.ts';
import { unknownCallerBodyLimit } from '../../ground/http/bodies/budget.ts';
import { networkOf } from '../../ground/http/arrival/rate-limit.ts';
import {
  acceptInvitation,
  changePassword,
  signIn,
  signOut,
  signOutEverywhere,
  type SignInAnswer,
} from '../sign-in/sign-in-actions.ts';

/** A second factor is missing: a challenge in place of the session. */
const withChallenge = (answer: string) => ({
  answer: ProofChallenge,
  answerDescription: 'The operator has a second factor: what is missing, in place of the session.',
  otherAnswers: { 204: { description: answer, type: 'null' } },
});

export function signInRoutes(app: FastifyInstance, deps: OperatorDeps, routes: SignInRoutes): void {
  const { config, pool } = deps;
  const { signInDeps, setCookies, clearSession, answer } = routes;
  const forgotten = openForgotten(deps);
  app.addHook('onClose', () => forgotten.end());
  const answerSignIn = (reply: FastifyReply, given: SignInAnswer) => {
    if ('step' in given) return given;
    setCookies(reply, given);
    return reply.code(204).send();
  };
  const operation = operations(app, deps, 'Signing in');
  const route = { bodyLimit: unknownCallerBodyLimit };

  operation.post('/session', {
    id: 'signIn',
    permission: 'public',
    summary: 'Sign in',
    description:
      'Begins a session, kept in a cookie, or answers a challenge if the operator has a second factor: finishSignIn takes its step. The session ends after twelve hours without use, and after seven days in any case. Ten wrong passwords for one e-mail address from one network within a quarter of an hour stop further tries from there, as do a hundred from one network for any addresses. A device that has signed in with the address before has ten tries of its own. Networks that have not signed in with the address before share a hundred tries.',
    body: schemas.SignIn,
    ...withChallenge(answer),
    problems: [401, 429],
    route,
    handler: async ({ body: { email, password }, request, reply }) =>
      answerSignIn(reply, await signIn(signInDeps, email, password, callerOf(request))),
  });

  operation.post('/invitations/accept', {
    id: 'acceptInvitation',
    permission: 'public',
    summary: 'Set the first password',
    description:
      'Takes the key of a one-time link, sets the password and signs in. All earlier sessions and operator tokens of the operator end. The link of the very first administrator also takes an e-mail address and a name.',
    body: schemas.AcceptInvitation,
    ...withChallenge(answer),
    problems: [429],
    route,
    handler: async ({ body, request, reply }) =>
      answerSignIn(reply, await acceptInvitation(signInDeps, body, callerOf(request))),
  });

  operation.get('/session', {
    id: 'readSession',
    permission: 'signedIn',
    summary: 'Who is signed in',
    description:
      'Answers the operator, the companies that the operator may enter, the operator’s permissions in each of them and outside, and the operator’s display preferences.',
    answer: schemas.SignedIn,
    handler: async ({ operator }) => ({ ...(await describeOperator(pool, operator)), maxFileBytes: config.fileLimit }),
  });

  operation.delete('/session', {
    id: 'signOut',
    permission: 'signedIn',
    needsSession: true,
    summary: 'Sign out',
    description: 'Ends this session.',
    handler: async ({ operator, request, reply }) => {
      const session = sessionOf(request);
      if (session !== undefined) await signOut(pool, operator, session, networkOf(request.ip));
      clearSession(reply);
    },
  });

  operation.delete('/sessions', {
    id: 'signOutEverywhere',
    permission: 'signedIn',
    needsSession: true,
    summary: 'Sign out everywhere',
    description: 'Ends every session and every operator token of the operator, including this session.',
    handler: async ({ operator, request, reply }) => {
      await signOutEverywhere(pool, operator, networkOf(request.ip));
      clearSession(reply);
    },
  });

  operation.put('/password', {
    id: 'changePassword',
    permission: 'signedIn',
    needsSession: true,
    summary: 'Change the password',
    description:
      'Changes the operator’s own password and ends every other session and every operator token. Tries of the current password are limited as at signing in.',
    body: schemas.ChangePassword,
    problems: [429],
    route,
    handler: ({ operator, body: { current, next }, request }) =>
      changePassword(signInDeps, operator, current, next, callerOf(request)),
  });

  operation.get('/session/forgotten', {
    id: 'readForgotten',
    permission: 'public',
    summary: 'Ask whether a link can be sent',
    description: 'Answers whether the service can send a link to choose a new password.',
    answer: schemas.ForgottenOffer,
    problems: [429],
    handler: () => ({ offered: forgotten.offered }),
  });

  operation.post('/session/forgotten', {
    id: 'forgetPassword',
    permission: 'public',
    summary: 'Send a link to choose a new password',
    description:
      'Sends a one-time link, which is valid for an hour, to the operator with this e-mail address. The answer is the same, and comes as fast, if there is no such operator. Within a quarter of an hour one address gets at most three links, and one network can ask twenty times.',
    body: schemas.ForgottenForm,
    problems: [429],
    route,
    handler: ({ body: { email, language = 'en' }, request }) => forgotten.ask(email, language, networkOf(request.ip)),
  });

  operation.put('/session/preferences', {
    id: 'setPreferences',
    permission: 'signedIn',
    summary: 'Change display preferences',
    description:
      'Stores the operator’s display preferences, for every browser that the operator signs in with. Those that are left out stay as they are.',
    body: schemas.PreferencesForm,
    answer: schemas.Preferences,
    handler: ({ operator, body }) => changePreferences(pool, operator.id, body),
  });
}
