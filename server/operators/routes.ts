import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Deps } from '../deps.ts';
import { strangersBodyLimit } from '../http/budget.ts';
import { checkBody } from '../http/create.ts';
import { sessionOf, setSession, type Operator } from '../http/operator-auth.ts';
import { doneAnswer, jsonAnswer } from '../http/operator-requests.ts';
import { operatorProblems } from '../http/operator-shapes.ts';
import { grantedOutside, grantedTo } from '../http/permissions.ts';
import { acceptInvitation, changePassword, signIn, type Caller } from './actions.ts';
import { exampleSignedIn, type AcceptInvitation, type ChangePassword, type SignIn } from './schemas.ts';
import { sessionSeconds, signOut, signOutEverywhere } from './sessions.ts';
import { companiesOf } from './store.ts';

const tags = ['Signing in'];
const begun = { ...doneAnswer, description: 'Done. The header Set-Cookie carries the session.' };
const callerOf = (request: FastifyRequest): Caller => ({ address: request.ip, session: sessionOf(request) });

export function signInRoutes(app: FastifyInstance, { config, pool }: Deps): void {
  const cookie = { path: `${config.basePath}/operator`, secure: config.publicUrl?.startsWith('https:') ?? false };
  const begin = (reply: FastifyReply, session: string) => {
    setSession(reply, session, sessionSeconds, cookie);
    return reply.code(204).send();
  };
  const checked = { bodyLimit: strangersBodyLimit, attachValidation: true, preHandler: async (request: Parameters<typeof checkBody>[0]) => checkBody(request) };

  app.post('/session', {
    config: { operation: 'signIn' },
    ...checked,
    schema: {
      operationId: 'signIn',
      summary: 'Sign in',
      description:
        'Begins a session of twelve hours, kept in a cookie. Ten wrong passwords for one e-mail address within a quarter of an hour, or a hundred from one network address, stop further tries.',
      tags,
      security: [],
      body: Type.Ref('SignIn'),
      response: { 204: begun, ...operatorProblems(400, 401, 429) },
    },
    handler: async (request, reply) => {
      const { email, password } = request.body as SignIn;
      return begin(reply, await signIn(pool, email, password, callerOf(request)));
    },
  });

  app.post('/invitations/accept', {
    config: { operation: 'acceptInvitation' },
    ...checked,
    schema: {
      operationId: 'acceptInvitation',
      summary: 'Set the first password',
      description: 'Takes the key of a one-time link, sets the password and signs in. The link of the very first administrator also takes an e-mail address and a name.',
      tags,
      security: [],
      body: Type.Ref('AcceptInvitation'),
      response: { 204: begun, ...operatorProblems(400, 429) },
    },
    handler: async (request, reply) => begin(reply, await acceptInvitation(pool, request.body as AcceptInvitation, sessionOf(request))),
  });

  app.get('/session', {
    config: { operation: 'readSession', permission: 'signedIn' },
    schema: {
      operationId: 'readSession',
      summary: 'Who is signed in',
      description: 'Answers the operator, the companies that the operator may enter, and what the operator may do in each of them and outside.',
      tags,
      response: { 200: jsonAnswer(Type.Ref('SignedIn'), 'Who is signed in.', exampleSignedIn), ...operatorProblems(401) },
    },
    handler: async ({ operator }) => describe(operator, await companiesOf(pool, operator)),
  });

  app.delete('/session', {
    config: { operation: 'signOut', permission: 'signedIn', needsSession: true },
    schema: { operationId: 'signOut', summary: 'Sign out', description: 'Ends this session.', tags, response: { 204: doneAnswer, ...operatorProblems(401, 403) } },
    handler: async (request, reply) => {
      const session = sessionOf(request);
      if (session !== undefined) await signOut(pool, session);
      setSession(reply, '', 0, cookie);
      return reply.code(204).send();
    },
  });

  app.delete('/sessions', {
    config: { operation: 'signOutEverywhere', permission: 'signedIn', needsSession: true },
    schema: {
      operationId: 'signOutEverywhere',
      summary: 'Sign out everywhere',
      description: 'Ends every session of the operator, this one too. Operator tokens stay valid.',
      tags,
      response: { 204: doneAnswer, ...operatorProblems(401, 403) },
    },
    handler: async ({ operator }, reply) => {
      await signOutEverywhere(pool, operator.id);
      setSession(reply, '', 0, cookie);
      return reply.code(204).send();
    },
  });

  app.put('/password', {
    config: { operation: 'changePassword', permission: 'signedIn', needsSession: true },
    ...checked,
    schema: {
      operationId: 'changePassword',
      summary: 'Change the password',
      description: 'Changes the operator’s own password and ends every other session. The tries of the current one are limited as those of signing in are.',
      tags,
      body: Type.Ref('ChangePassword'),
      response: { 204: doneAnswer, ...operatorProblems(400, 401, 403, 429) },
    },
    handler: async (request, reply) => {
      const { current, next } = request.body as ChangePassword;
      await changePassword(pool, request.operator, current, next, callerOf(request));
      return reply.code(204).send();
    },
  });
}

const describe = ({ id, email, name, administrator }: Operator, companies: Awaited<ReturnType<typeof companiesOf>>) => ({
  id,
  email,
  name,
  administrator,
  companies: companies.map((company) => ({ ...company, may: grantedTo(company.role) })),
  may: grantedOutside(administrator),
});
