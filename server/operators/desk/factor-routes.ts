import type { FastifyInstance } from 'fastify';
import * as schemas from './factor-schemas.ts';
import { callerOf, type SignInRoutes } from './sign-in-cookies.ts';
import type { OperatorDeps } from '../../deps.ts';
import { operations } from '../../desk/operation.ts';
import { unknownCallerBodyLimit } from '../../ground/http/bodies/budget.ts';
import * as actions from '../factors/factor-actions.ts';
import { beginPasskeySignIn, beginProof, finishSignIn, prove, signInByPasskey } from '../factors/proof-actions.ts';

export function factorRoutes(
  app: FastifyInstance,
  deps: OperatorDeps,
  { signInDeps, setCookies, answer }: SignInRoutes,
) {
  const { pool } = deps;
  const operation = operations(app, deps, 'Second factors');
  const route = { bodyLimit: unknownCallerBodyLimit };

  operation.post('/session/second', {
    id: 'finishSignIn',
    permission: 'public',
    summary: 'Give the second factor',
    description:
      'Finishes a sign-in whose password was right: takes the step of its answer, with a code or the answer of a passkey, and begins the session. Wrong ones are limited as wrong passwords are, on their own count.',
    body: schemas.ProofForm,
    answerDescription: answer,
    problems: [401, 429],
    route,
    handler: async ({ body, request, reply }) =>
      setCookies(reply, await finishSignIn(signInDeps, body, callerOf(request))),
  });

  operation.post('/session/passkey/challenge', {
    id: 'beginPasskeySignIn',
    permission: 'public',
    summary: 'Begin a sign-in with a passkey',
    description: 'Answers a challenge that any passkey for this service can sign.',
    answer: schemas.ProofChallenge,
    problems: [429],
    handler: () => beginPasskeySignIn(signInDeps),
  });

  operation.post('/session/passkey', {
    id: 'signInByPasskey',
    permission: 'public',
    summary: 'Sign in with a passkey',
    description: 'Begins a session without a password. The passkey must have asked for a finger, a face or a code.',
    body: schemas.PasskeySignIn,
    answerDescription: answer,
    problems: [401, 429],
    route,
    handler: async ({ body, request, reply }) =>
      setCookies(reply, await signInByPasskey(signInDeps, body, callerOf(request))),
  });

  operation.post('/session/proof/challenge', {
    id: 'beginProof',
    permission: 'signedIn',
    needsSession: true,
    summary: 'Begin a proof',
    description:
      'Answers what the operator can prove with. Some changes ask for a proof that is not older than a quarter of an hour.',
    answer: schemas.ProofChallenge,
    handler: ({ operator }) => beginProof(signInDeps, operator),
  });

  operation.post('/session/proof', {
    id: 'prove',
    permission: 'signedIn',
    needsSession: true,
    summary: 'Prove who you are',
    description: 'Takes a code or the answer of a passkey. The session then counts as proved.',
    body: schemas.ProofForm,
    problems: [429],
    route,
    handler: ({ operator, body, request }) => prove(signInDeps, operator, body, callerOf(request)),
  });

  operation.get('/session/factors', {
    id: 'readFactors',
    permission: 'signedIn',
    summary: 'Read the second factors',
    description: 'Answers the operator’s own passkeys and authenticator apps.',
    answer: schemas.Factors,
    handler: ({ operator }) => actions.readFactors(pool, operator),
  });

  operation.post('/session/factors/passkey/challenge', {
    id: 'beginPasskey',
    proof: true,
    permission: 'signedIn',
    needsSession: true,
    summary: 'Begin to add a passkey',
    description: 'Answers what the browser makes a passkey of.',
    answer: schemas.NewPasskey,
    handler: ({ operator }) => actions.beginPasskey(signInDeps, operator),
  });

  operation.post('/session/factors/passkey', {
    id: 'addPasskey',
    proof: true,
    permission: 'signedIn',
    needsSession: true,
    summary: 'Add a passkey',
    description: 'Adds the passkey that the browser made. The answer has recovery codes if it is the first factor.',
    body: schemas.PasskeyForm,
    answer: schemas.FactorAdded,
    problems: [409],
    handler: ({ operator, body, request }) => actions.addPasskey(signInDeps, operator, body, callerOf(request)),
  });

  operation.post('/session/factors/totp/challenge', {
    id: 'beginTotp',
    proof: true,
    permission: 'signedIn',
    needsSession: true,
    summary: 'Begin to add an authenticator app',
    description: 'Answers a new secret for the app.',
    answer: schemas.NewTotp,
    handler: ({ operator }) => actions.beginTotp(signInDeps, operator),
  });

  operation.post('/session/factors/totp', {
    id: 'addTotp',
    proof: true,
    permission: 'signedIn',
    needsSession: true,
    summary: 'Add an authenticator app',
    description:
      'Adds the app whose code shows that it has the secret. The answer has recovery codes if it is the first factor.',
    body: schemas.TotpForm,
    answer: schemas.FactorAdded,
    problems: [409],
    handler: ({ operator, body, request }) => actions.addTotp(signInDeps, operator, body, callerOf(request)),
  });

  operation.delete('/session/factors/:id', {
    id: 'removeFactor',
    proof: true,
    permission: 'signedIn',
    needsSession: true,
    summary: 'Remove a second factor',
    description: 'Removes one of the operator’s own factors. With the last one the recovery codes are removed, too.',
    handler: ({ operator, id, request }) => actions.removeFactor(pool, operator, id, callerOf(request)),
  });

  operation.post('/session/recovery-codes', {
    id: 'renewRecoveryCodes',
    proof: true,
    permission: 'signedIn',
    needsSession: true,
    summary: 'Make new recovery codes',
    description: 'Answers ten new recovery codes. Earlier ones no longer work.',
    answer: schemas.RecoveryCodes,
    problems: [409],
    handler: ({ operator, request }) => actions.renewRecoveryCodes(pool, operator, callerOf(request)),
  });
}
