import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeDirectories } from './directory-actions.ts';
import * as schemas from './directory-schemas.ts';
import { callerOf, type SignInRoutes } from './sign-in-cookies.ts';
import { baseUrl } from '../../config.ts';
import type { OperatorDeps } from '../../deps.ts';
import { directoryKeyOf, setDirectoryKey } from '../../desk/auth.ts';
import { operations } from '../../desk/operation.ts';
import { proposalOperations } from '../../desk/proposals.ts';
import { networkOf } from '../../ground/http/arrival/rate-limit.ts';
import { unknownCallerBodyLimit } from '../../ground/http/bodies/budget.ts';
import { changeDirectory, createDirectory, decideRow } from '../directories/admin-actions.ts';
import { logOutByDirectory } from '../directories/logout-actions.ts';
import { ownIdentities, unlink } from '../directories/own-actions.ts';
import type { DirectoryDeps } from '../directories/proof.ts';
import { createDirectories } from '../directories/provider.ts';
import {
  beginDirectorySignIn,
  beginLink,
  finishDirectorySignIn,
  offeredDirectories,
  type Beginning,
} from '../directories/sign-in-actions.ts';

const beginAnswer = 'Set-Cookie carries a key by which the answer of the directory is bound to this browser.';

export function directoryRoutes(
  app: FastifyInstance,
  given: OperatorDeps,
  { signInDeps, scope, setCookies }: SignInRoutes,
): void {
  const { config, sealingKeys, log } = given;
  const deps: DirectoryDeps & Pick<OperatorDeps, 'config'> = {
    ...signInDeps,
    config,
    sealingKeys,
    configured: config.directory,
    directories: createDirectories((error, issuer) =>
      log.warn({ err: error, issuer }, 'a directory did not answer as it should'),
    ),
    console: `${baseUrl(config, config.port)}/console`,
  };
  const operation = operations(app, given, 'Directories');
  const route = { bodyLimit: unknownCallerBodyLimit };
  const actorOf = ({ operator, ip }: FastifyRequest) => ({ ...operator, network: networkOf(ip) });

  const begun = (reply: FastifyReply, { address, browser }: { address: string; browser: string }) => {
    setDirectoryKey(reply, browser, scope);
    return { address };
  };
  const begin = async (request: FastifyRequest, reply: FastifyReply, beginning: Beginning) =>
    begun(reply, await beginDirectorySignIn(deps, beginning, directoryKeyOf(request)));

  operation.get('/session/directories', {
    id: 'readDirectoryOffers',
    permission: 'public',
    summary: 'Ask by which directories one can sign in',
    description: 'Answers the directories that are switched on.',
    answer: schemas.DirectoryOffers,
    problems: [429],
    handler: async () => ({ directories: await offeredDirectories(deps) }),
  });

  operation.post('/session/directories/:id', {
    id: 'beginDirectorySignIn',
    permission: 'public',
    summary: 'Begin to sign in by a directory',
    description:
      'Answers the address of the directory to which the browser goes (OpenID Connect: authorization code with PKCE, state and nonce). The directory sends it back to the console, which sends what came back to the next operation within ten minutes.',
    body: schemas.DirectoryStart,
    answer: schemas.DirectoryAddress,
    answerDescription: beginAnswer,
    problems: [401, 429],
    route,
    handler: ({ id, body, request, reply }) => begin(request, reply, { purpose: 'signIn', directoryId: id, ...body }),
  });

  operation.post('/session/directories/:id/reply', {
    id: 'finishDirectorySignIn',
    permission: 'public',
    summary: 'End what a directory was asked for',
    description:
      'Takes what the directory sent back, once and in the same browser, and verifies it. A session that begins so ends after twelve hours. A person is known by the directory’s issuer and subject, never by the e-mail address: somebody who is not linked gets an account if the directory gives a role, and no other operator has the e-mail address. If no row of the directory’s roles matches, the sign-in is refused, and the parameters have the claims that arrived.',
    body: schemas.DirectoryReply,
    answer: schemas.DirectoryOutcome,
    answerDescription: 'Done. After a sign-in Set-Cookie carries the session.',
    problems: [401, 403, 409, 429],
    route,
    handler: async ({ id, body, request, reply }) => {
      const visitor = { caller: callerOf(request), browser: directoryKeyOf(request) };
      const { cookies, ...outcome } = await finishDirectorySignIn(deps, id, body, visitor);
      if (cookies !== undefined) setCookies(reply, cookies);
      return outcome;
    },
  });

  operation.post('/session/directories/:id/proof', {
    id: 'beginDirectoryProof',
    permission: 'signedIn',
    needsSession: true,
    summary: 'Prove again who one is, by a directory',
    description: 'As signing in, but the directory is told to ask the person again. The session stays the same.',
    body: schemas.DirectoryStart,
    answer: schemas.DirectoryAddress,
    answerDescription: beginAnswer,

    handler: ({ id, operator, body: { next }, request, reply }) =>
      begin(request, reply, { purpose: 'proof', directoryId: id, operatorId: operator.id, next }),
  });

  operation.get('/identities', {
    id: 'readOwnIdentities',
    permission: 'signedIn',
    summary: 'Read one’s own accounts of directories',
    description:
      'Answers the accounts of directories by which the operator can sign in, and the directories that can be added.',
    answer: schemas.OwnIdentities,
    handler: ({ operator }) => ownIdentities(deps, operator.id),
  });

  operation.post('/identities', {
    id: 'beginDirectoryLink',
    permission: 'signedIn',
    needsSession: true,
    proof: true,
    summary: 'Link an account of a directory',
    description:
      'Begins to link an account of a directory with the signed-in operator. It takes the current password; tries are limited as at signing in.',
    body: schemas.IdentityForm,
    answer: schemas.DirectoryAddress,
    answerDescription: beginAnswer,
    problems: [404, 429],
    route,
    handler: async ({ operator, body, request, reply }) =>
      begun(reply, await beginLink(deps, operator, body, callerOf(request), directoryKeyOf(request))),
  });

  operation.delete('/identities/:directoryId', {
    id: 'removeOwnIdentity',
    permission: 'signedIn',
    needsSession: true,
    summary: 'Remove an account of a directory',
    description:
      'Removes the operator’s account of the directory with this id, and ends other sessions that it began. The last way to sign in cannot be removed.',
    problems: [409],
    handler: ({ operator, directoryId, request }) =>
      unlink(deps, operator, directoryId.toLowerCase(), callerOf(request)),
  });

  operation.get('/directories', {
    id: 'readDirectories',
    permission: 'administer',
    summary: 'Read the directories',
    description: 'Answers all directories with their roles, and the rows that wait for a second administrator.',
    answer: schemas.DirectoryRows,
    handler: ({ operator }) => describeDirectories(deps, operator.id),
  });

  operation.post('/directories', {
    id: 'createDirectory',
    permission: 'administer',
    proof: true,
    summary: 'Add a directory',
    description:
      'Adds a directory by which operators sign in. Rows of roles wait until a second administrator confirms them, if there is one.',
    body: schemas.DirectoryForm,
    answer: schemas.DirectoryRows,
    handler: async ({ operator, body, request }) => {
      await createDirectory(deps, actorOf(request), body);
      return describeDirectories(deps, operator.id);
    },
  });

  operation.patch('/directories/:id', {
    id: 'changeDirectory',
    permission: 'administer',
    proof: true,
    summary: 'Change a directory',
    description:
      'Changes the fields that are sent. Rows that give more rights wait until a second administrator confirms them, if there is one; the rest takes effect at once: roles at the next sign-in of each person, switching off for all sessions that the directory began.',
    body: schemas.DirectoryPatch,
    answer: schemas.DirectoryRows,
    problems: [409],
    handler: async ({ operator, id, body, request }) => {
      await changeDirectory(deps, actorOf(request), id, body);
      return describeDirectories(deps, operator.id);
    },
  });

  operation.post('/directories/:id/test', {
    id: 'testDirectory',
    permission: 'administer',
    summary: 'Test a sign-in by a directory',
    description:
      'Begins a sign-in whose outcome are the claims that arrive and the rights that they would give. It changes nothing, and works before the directory is switched on.',
    answer: schemas.DirectoryAddress,
    answerDescription: beginAnswer,

    handler: ({ id, operator, request, reply }) =>
      begin(request, reply, { purpose: 'test', directoryId: id, operatorId: operator.id }),
  });

  proposalOperations(operation, '/directories', {
    id: 'DirectoryProposal',
    what: 'a role from a directory',
    effect: 'Lets a claim give the role that another administrator proposed.',
    answer: schemas.DirectoryRows,
    decide: async ({ operator, proposalId }, decision) => {
      await decideRow(deps.pool, operator, proposalId, decision);
      return describeDirectories(deps, operator.id);
    },
  });

  void app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: unknownCallerBodyLimit },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    operations(forms, given, 'Directories').post('/directories/:id/logout', {
      id: 'logOutByDirectory',
      permission: 'public',
      summary: 'End sessions that a directory has ended',
      description:
        'For directories only (OpenID Connect Back-Channel Logout): ends the sessions that the logout token names by sid or sub.',
      body: { content: schemas.LogoutToken },
      problems: [429],
      route,
      handler: async ({ id, request }) => {
        const form: unknown = request.body;
        const token = form instanceof URLSearchParams ? form.get('logout_token') : null;
        await logOutByDirectory(deps, id, token ?? '');
      },
    });
  });
}
