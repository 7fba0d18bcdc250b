import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { acceptInvitation, changePassword, openSignIn, signIn, type Begun } from './actions.ts';
import { AcceptInvitation, ChangePassword, exampleSignedIn, SignIn } from './schemas.ts';
import { signOut, signOutEverywhere } from './sessions.ts';
import type { Deps } from '../../deps.ts';
import { deviceOf, sessionOf, setDevice, setSession } from '../../desk/auth.ts';
import { checkForm, doneAnswer, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { unknownCallerBodyLimit } from '../../ground/http/bodies/budget.ts';
import { networkOf } from '../../ground/http/arrival/network.ts';
import { deviceSeconds, type Caller } from '../origins.ts';
import { type Operator, grantedOutside, grantedTo } from '../permissions.ts';
import type { Preferences } from '../preferences.ts';
import { readPreferences } from '../preferences-store.ts';
import { sessionSeconds } from '../sessions.ts';
import { companiesOf } from '../store.ts';

const tags = ['Signing in'];
const begun = {
  ...doneAnswer,
  description:
    'Done. Set-Cookie carries the session, and a key by which this device is known again at the next sign-in.',
};
export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  session: sessionOf(request),
  device: deviceOf(request),
});

export function signInRoutes(app: FastifyInstance, { config, pool, passwords }: Deps): void {
  const cookie = { path: `${config.basePath}/operator`, secure: config.publicUrl?.startsWith('https:') ?? false };
  const desk = openSignIn(pool, passwords);
  const begin = (reply: FastifyReply, { session, device }: Begun) => {
    setSession(reply, session, sessionSeconds, cookie);
    setDevice(reply, device, deviceSeconds, cookie);
    return reply.code(204).send();
  };
  const checked = (form: Parameters<typeof checkForm>[0]) => ({
    bodyLimit: unknownCallerBodyLimit,
    attachValidation: true,
    preHandler: checkForm(form),
  });

  app.post('/session', {
    config: { operation: 'signIn', public: true },
    ...checked(SignIn),
    schema: {
      operationId: 'signIn',
      summary: 'Sign in',
      description:
        'Begins a session, kept in a cookie. It ends once it has not been used for twelve hours, and after seven days in any case. Ten wrong passwords for one e-mail address from one network within a quarter of an hour stop further tries from there, as do a hundred from one network for any addresses. A device that has signed in with the address before has ten tries of its own. Where nobody has signed in with the address before, there are a hundred tries in all.',
      tags,
      security: [],
      body: Type.Ref('SignIn'),
      response: { 204: begun, ...operatorProblems(400, 401, 429) },
    },
    handler: async (request, reply) => {
      const { email, password } = request.body as SignIn;
      return begin(reply, await signIn(desk, email, password, callerOf(request)));
    },
  });

  app.post('/invitations/accept', {
    config: { operation: 'acceptInvitation', public: true },
    ...checked(AcceptInvitation),
    schema: {
      operationId: 'acceptInvitation',
      summary: 'Set the first password',
      description:
        'Takes the key of a one-time link, sets the password and signs in. Whatever sessions and operator tokens the operator had end. The link of the very first administrator also takes an e-mail address and a name.',
      tags,
      security: [],
      body: Type.Ref('AcceptInvitation'),
      response: { 204: begun, ...operatorProblems(400, 429) },
    },
    handler: async (request, reply) =>
      begin(reply, await acceptInvitation(desk, request.body as AcceptInvitation, callerOf(request))),
  });

  app.get('/session', {
    config: { operation: 'readSession', permission: 'signedIn' },
    schema: {
      operationId: 'readSession',
      summary: 'Who is signed in',
      description:
        'Answers the operator, the companies that the operator may enter, what the operator may do in each of them and outside, and how the operator likes things shown.',
      tags,
      response: {
        200: jsonAnswer(Type.Ref('SignedIn'), 'Who is signed in.', exampleSignedIn),
        ...operatorProblems(401),
      },
    },
    handler: async ({ operator }) =>
      describe(operator, await companiesOf(pool, operator), await readPreferences(pool, operator.id)),
  });

  app.delete('/session', {
    config: { operation: 'signOut', permission: 'signedIn', needsSession: true },
    schema: {
      operationId: 'signOut',
      summary: 'Sign out',
      description: 'Ends this session.',
      tags,
      response: { 204: doneAnswer, ...operatorProblems(401, 403) },
    },
    handler: async (request, reply) => {
      const session = sessionOf(request);
      if (session !== undefined) await signOut(pool, request.operator, session, networkOf(request.ip));
      setSession(reply, '', 0, cookie);
      return reply.code(204).send();
    },
  });

  app.delete('/sessions', {
    config: { operation: 'signOutEverywhere', permission: 'signedIn', needsSession: true },
    schema: {
      operationId: 'signOutEverywhere',
      summary: 'Sign out everywhere',
      description: 'Ends every session and every operator token of the operator, this session too.',
      tags,
      response: { 204: doneAnswer, ...operatorProblems(401, 403) },
    },
    handler: async ({ operator, ip }, reply) => {
      await signOutEverywhere(pool, operator, networkOf(ip));
      setSession(reply, '', 0, cookie);
      return reply.code(204).send();
    },
  });

  app.put('/password', {
    config: { operation: 'changePassword', permission: 'signedIn', needsSession: true },
    ...checked(ChangePassword),
    schema: {
      operationId: 'changePassword',
      summary: 'Change the password',
      description:
        'Changes the operator’s own password and ends every other session and every operator token. The tries of the current one are limited as those of signing in are.',
      tags,
      body: Type.Ref('ChangePassword'),
      response: { 204: doneAnswer, ...operatorProblems(400, 401, 403, 429) },
    },
    handler: async (request, reply) => {
      const { current, next } = request.body as ChangePassword;
      await changePassword(desk, request.operator, current, next, callerOf(request));
      return reply.code(204).send();
    },
  });
}

const describe = (
  { id, email, name, administrator }: Operator,
  companies: Awaited<ReturnType<typeof companiesOf>>,
  preferences: Preferences,
) => ({
  id,
  email,
  name,
  administrator,
  companies: companies.map((company) => ({ ...company, may: grantedTo(company.role) })),
  may: grantedOutside(administrator),
  preferences,
});
