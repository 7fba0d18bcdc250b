import { enter, renewProof } from './enter-actions.ts';
import { clientOf, findDirectory, knownDirectories, type Directory } from './known.ts';
import { link, test, type TestOutcome } from './own-actions.ts';
import { redirectUriOf, type DirectoryDeps, type Proof } from './proof.ts';
import type { DirectoryAnswer } from './provider.ts';
import type { Claims } from './rules.ts';
import type { SignInCookies } from '../sign-in/sign-in-actions.ts';
import { beginStep, takeStep } from '../sign-in/steps.ts';
import { originOf, withLimitedTries, type Caller } from '../sign-in/tries.ts';
import { findCredentials } from '../store.ts';
import type { Operator } from '../../../common/permissions.ts';
import { ApiError, notFound, unauthorized, unavailable } from '../../errors/errors.ts';
import { hashToken, newKey } from '../../ground/secrets/tokens.ts';

/** What the answer of a directory is for. */
type Purpose = 'signIn' | 'link' | 'test' | 'proof';

interface BegunStep {
  purpose: Purpose;
  directoryId: string;
  issuer: string;
  nonce: string;
  verifier: string;
  /** The hash of the cookie that the same browser must send again. */
  browser: string;
  /** The hash of the key of a one-time link. */
  invitation: string | null;
  next: string | null;
}

const stepKind = 'directory';
const stepSeconds = 600;

const hexOf = (key: string) => hashToken(key).toString('hex');

export const offeredDirectories = async (deps: DirectoryDeps): Promise<{ id: string; name: string }[]> =>
  (await knownDirectories(deps.pool, deps)).filter(isOpen).map(({ id, name }) => ({ id, name }));

const isOpen = ({ disabledAt }: Directory) => disabledAt === null;

async function requireDirectory(deps: DirectoryDeps, id: string, isTest = false): Promise<Directory> {
  const directory = await findDirectory(deps.pool, deps, id);
  // An administrator may test a directory before it is switched on.
  if (directory === undefined || !(isOpen(directory) || isTest)) throw notFound();
  return directory;
}

async function requireClient(deps: DirectoryDeps, directory: Directory) {
  const client = await clientOf(deps.pool, deps, directory);
  if (client === undefined) throw unavailable('directory.unavailable', {});
  return client;
}

export interface Beginning {
  purpose: Purpose;
  directoryId: string;
  operatorId?: string | undefined;
  invitation?: string | undefined;
  next?: string | undefined;
}

/** `browser` is the key of the browser's cookie, or undefined for a new one. */
export async function beginDirectorySignIn(
  deps: DirectoryDeps,
  { purpose, directoryId, operatorId, invitation, next }: Beginning,
  browser: string = newKey(),
): Promise<{ address: string; browser: string }> {
  const directory = await requireDirectory(deps, directoryId, purpose === 'test');
  const client = await requireClient(deps, directory);
  const [nonce, verifier] = [newKey(), newKey()];
  const data: BegunStep = {
    purpose,
    directoryId: directory.id,
    issuer: directory.issuer,
    nonce,
    verifier,
    browser: hexOf(browser),
    invitation: invitation === undefined ? null : hexOf(invitation),
    next: next ?? null,
  };
  const expiresAt = new Date(Date.now() + stepSeconds * 1000);
  const state = await beginStep(deps.pool, { kind: stepKind, operatorId: operatorId ?? null, data }, expiresAt);
  const redirectUri = redirectUriOf(deps, directory);
  const request = { redirectUri, state, nonce, verifier, isProof: purpose === 'proof' };
  return { address: await deps.directories.begin(client, request), browser };
}

/** Adding a way to sign in takes the password. */
export async function beginLink(
  deps: DirectoryDeps,
  operator: Operator,
  { directoryId, password }: { directoryId: string; password: string },
  caller: Caller,
  browser: string | undefined,
) {
  const credentials = await findCredentials(deps.pool, operator.email);
  const origin = await originOf(deps.pool, credentials?.id, caller);
  const right = await withLimitedTries(deps, { email: operator.email, origin }, () =>
    deps.passwords.verify(password, credentials?.passwordHash ?? undefined),
  );
  if (!right) throw new ApiError('password.wrong', { why: 'current' });
  return beginDirectorySignIn(deps, { purpose: 'link', directoryId, operatorId: operator.id }, browser);
}

export interface DirectoryReply {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
}

export interface DirectoryOutcome {
  outcome: 'signedIn' | 'linked' | 'tested' | 'proved';
  next: string | null;
  /** For a test. */
  test?: TestOutcome;
}

interface Visitor {
  caller: Caller;
  /** The key of the browser's cookie. */
  browser: string | undefined;
}

/** Ends what `beginDirectorySignIn` began. A reply works once, in the browser that began. */
export async function finishDirectorySignIn(
  deps: DirectoryDeps,
  directoryId: string,
  reply: DirectoryReply,
  { caller, browser }: Visitor,
): Promise<DirectoryOutcome & { cookies?: SignInCookies }> {
  const step = await takeStep<BegunStep>(deps.pool, stepKind, reply.state, new Date());
  const isMine = browser !== undefined && step?.data.browser === hexOf(browser);
  if (step === undefined || !isMine || step.data.directoryId !== directoryId.toLowerCase())
    throw unauthorized('directory.refused', { why: 'state' });
  const { purpose, next } = step.data;
  const directory = await requireDirectory(deps, directoryId, purpose === 'test');
  // The directory was changed in the meantime.
  if (directory.issuer !== step.data.issuer) throw unauthorized('directory.refused', { why: 'state' });
  if (reply.code === undefined) throw unauthorized('directory.refused', { why: 'denied' });
  const proof = await prove(deps, directory, step.data, { ...reply, code: reply.code });
  const { operatorId } = step;
  if (operatorId === null)
    return { outcome: 'signedIn', next, cookies: await enter(deps, proof, step.data.invitation, caller) };
  if (purpose === 'link') await link(deps, proof, operatorId, caller);
  else if (purpose === 'proof') await renewProof(deps, proof, operatorId, caller);
  else return { outcome: 'tested', next, test: await test(deps, proof, operatorId, caller) };
  return { outcome: purpose === 'link' ? 'linked' : 'proved', next };
}

async function prove(
  deps: DirectoryDeps,
  directory: Directory,
  { nonce, verifier, purpose }: BegunStep,
  answer: DirectoryAnswer,
): Promise<Proof> {
  // A test shows which claims there are to choose from.
  const wanted = purpose === 'test' ? 'all' : ['email', ...directory.roles.map(({ claim }) => claim)];
  const redirectUri = redirectUriOf(deps, directory);
  const request = { redirectUri, nonce, verifier, answer, isProof: purpose === 'proof' };
  const claims = await deps.directories.finish(await requireClient(deps, directory), request, wanted);
  const { sub, sid, auth_time: authTime } = claims as Claims & { sub: string };
  const now = Date.now();
  return {
    directory,
    identity: { directoryId: directory.id, issuer: directory.issuer, subject: sub },
    claims,
    session: typeof sid === 'string' ? sid : null,
    provedAt: typeof authTime === 'number' ? new Date(Math.min(authTime * 1000, now)) : null,
  };
}
