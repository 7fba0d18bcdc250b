import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalidToken, notFound, unauthorized } from '../errors/errors.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { isBearer, hashToken, linkPrefix } from '../ground/secrets/tokens.ts';
import type { UnknownCalls } from '../ground/http/arrival/rate-limit.ts';
import {
  grantedOutside,
  isSystem,
  mayDo,
  reachOf,
  roleOf,
  type Permission,
  type Role,
  type Operator,
} from '../../common/permissions.ts';
import { watchAdmissions, type Credential, type FindOperators } from './watch-admissions.ts';
import {
  demandsFor,
  needsProof,
  spendsProof,
  unmetDemand,
  type Demands,
  type InvoiceLink,
  type SignedInOperator,
  type StoredDemands,
} from '../people/demands.ts';
import { isUuid } from '../ground/db/ids.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route with a permission. */
    operator: SignedInOperator;
    /** What the company in the path demands of a session; null outside of companies. */
    demands: Demands | null;
    /** The company in the path; the operator may enter it. */
    company: CompanyId;
    role: Role;
  }
  interface FastifyInstance {
    /**
     * For what redirects money: 401 if the last proof of a session is too old. Operator tokens have nobody to ask, and
     * were made in a session that was asked; an operator without a factor has nothing to prove with.
     */
    requireProof(request: FastifyRequest): Promise<void>;
    /** Checks the caller again during a long answer. Does not keep the session alive. */
    admitAgain(request: FastifyRequest): Promise<void>;
    /**
     * For an answer that stays open: calls `revoked` within a second after the caller loses access. Returns a function
     * that stops the watch.
     */
    watchAdmission(request: FastifyRequest, revoked: () => void): () => void;
  }
  interface FastifyContextConfig {
    /**
     * `signedIn` needs a sign-in but no permission. `manageOperators` is for administrators of the installation or of any
     * company; the operation itself is limited to what they reach.
     */
    permission?: Permission | 'manageOperators' | 'signedIn';
    /**
     * Refuses operator tokens. The default is true for changes by administrators: they protect the company or give
     * access, and would stay in force after a stolen token is revoked.
     */
    needsSession?: boolean;
  }
}

export interface FindOperator {
  /** `isUse` is false for background refreshes, which do not keep a session alive. */
  bySession(hash: Buffer, isUse: boolean): Promise<SignedInOperator | undefined>;
  byToken(hash: Buffer): Promise<SignedInOperator | undefined>;
  /** An operator with a link. */
  byLink(hash: Buffer): Promise<SignedInOperator | undefined>;
  byCredentials: FindOperators;
  /** Undefined if the company does not exist. */
  demands(companyId: string): Promise<StoredDemands | undefined>;
  /** What any company demands of its administrators. */
  demandsOfAll(): Promise<Omit<Demands, 'proofs'>>;
  /** False if the proof of the session was spent already. */
  spendProof(session: Buffer): Promise<boolean>;
}

const sessionCookie = 'doorway_session';
const deviceCookie = 'doorway_device';
const directoryCookie = 'doorway_directory';

export const needsSession = (config: FastifyContextConfig, method: string | string[]): boolean =>
  config.needsSession ??
  ((config.permission === 'administer' || config.permission === 'manageOperators') &&
    ![method].flat().some((name) => ['GET', 'HEAD'].includes(name)));

/** 401 without a sign-in, 404 for a company that the operator may not enter, 403 without the permission. */
export function requireOperator(app: FastifyInstance, find: FindOperator, unknownCalls: UnknownCalls): void {
  app.decorateRequest('operator', null as unknown as SignedInOperator);
  app.decorateRequest('demands', null);
  app.decorateRequest('company', '' as CompanyId);
  app.decorateRequest('role', 'viewer');
  // The console marks its background refreshes.
  const isUse = (request: FastifyRequest) => request.headers['x-doorway-console'] !== 'idle';
  const admit = async (request: FastifyRequest, isUse: boolean) => {
    const { config, method } = request.routeOptions;
    const { permission } = config;
    if (permission === undefined) return;
    request.operator = await signedIn(request, find, needsSession(config, method), isUse);
    request.call.caller = { key: request.operator.id, logged: undefined, isLimited: false };
    if (request.operator.link !== undefined && !isOpenTo(request.operator.link, request)) throw notFound();
    if (permission === 'signedIn') {
      // These operations are about the caller, such as display preferences. A system may only read who it is.
      if (isSystem(request.operator) && request.method !== 'GET')
        throw new ApiError('permission.missing', { role: 'system' });
      return;
    }
    const { companyId } = request.params as { companyId?: string };
    if (companyId === undefined || permission === 'manageOperators') {
      requireOutside(request.operator, permission);
      return requireDemandsOutside(request.operator, find);
    }
    const role = await roleIn(request, companyId, find);
    request.role = role;
    const { session } = request.operator;
    const unmet = session && unmetDemand(request.demands as Demands, session, role);
    if (unmet !== undefined) throw new ApiError(unmet, {});
    if (!mayDo(role, permission)) throw new ApiError('permission.missing', { role });
  };
  app.decorate('admitAgain', (request: FastifyRequest) => admit(request, false));
  app.decorate('requireProof', async (request: FastifyRequest) => {
    const { operator, demands } = request;
    const { session } = operator;
    if (session === undefined) return;
    const proofs = demands?.proofs ?? 'fifteenMinutes';
    const isNeeded =
      needsProof(proofs, session, new Date()) ||
      (spendsProof(proofs, session) && !(await find.spendProof((credentialIn(request) as Credential).hash)));
    if (isNeeded) throw unauthorized('proof.needed');
  });
  const watch = watchAdmissions(find.byCredentials);
  app.decorate('watchAdmission', (request: FastifyRequest, revoked: () => void) => {
    const { company, routeOptions } = request;
    const permission = routeOptions.config.permission as Permission;
    return watch({ credential: credentialIn(request) as Credential, company, permission, revoked });
  });
  app.addHook('onRequest', (request) =>
    admit(request, isUse(request)).catch((error: unknown) => {
      throw error instanceof ApiError && error.status === 401 ? unknownCalls.answer(request, error) : error;
    }),
  );
}

/** All that a link may do, and about its own invoice only. Everything else is not there. */
const linkOperations: ReadonlySet<string> = new Set([
  'readInvoice',
  'readInvoiceFile',
  'approveInvoice',
  'rejectInvoice',
  'confirmStep',
]);

function isOpenTo({ companyId, invoiceId }: InvoiceLink, { routeOptions, params }: FastifyRequest): boolean {
  const asked = params as { companyId?: string; id?: string };
  return (
    linkOperations.has(routeOptions.config.operation ?? '') &&
    asked.companyId?.toLowerCase() === companyId &&
    asked.id?.toLowerCase() === invoiceId
  );
}

function requireOutside(operator: Operator, permission: Permission | 'manageOperators'): void {
  const reach = reachOf(operator);
  const isGranted =
    permission === 'manageOperators'
      ? reach === 'everything' || reach.length > 0
      : grantedOutside(operator.administrator).includes(permission);
  if (!isGranted) throw new ApiError('permission.missing', {});
}

/**
 * Whoever manages companies satisfies what these demand of their administrators, as if entering them. For an
 * administrator of the installation these are all companies.
 */
async function requireDemandsOutside(
  { id, administrator, companies, session }: SignedInOperator,
  find: FindOperator,
): Promise<void> {
  if (session === undefined) return;
  const own = companies.flatMap(({ demands, role }) =>
    mayDo(role, 'administer') ? [demandsFor(demands, id, new Date())] : [],
  );
  const all = administrator && session.way === 'password' ? [await find.demandsOfAll()] : [];
  const unmet = [...own, ...all]
    .map((demands) => unmetDemand(demands, session, 'administrator'))
    .find((code) => code !== undefined);
  if (unmet !== undefined) throw new ApiError(unmet, {});
}

async function signedIn(
  request: FastifyRequest,
  find: FindOperator,
  takesSession: boolean,
  isUse: boolean,
): Promise<SignedInOperator> {
  const credential = credentialIn(request);
  if (credential === undefined)
    throw isBearer(request.headers.authorization) ? invalidOperatorToken() : unauthorized('session.missing');
  const { kind, hash } = credential;
  // Protection against CSRF: another site's page can make a browser send the cookie, but not this header.
  if (
    kind === 'session' &&
    !['GET', 'HEAD'].includes(request.method) &&
    request.headers['x-doorway-console'] === undefined
  )
    throw new ApiError('session.header');
  if (kind === 'link') {
    const linked = await find.byLink(hash);
    if (linked === undefined) throw unauthorized('link.ended');
    return linked;
  }
  const operator = kind === 'session' ? await find.bySession(hash, isUse) : await find.byToken(hash);
  if (operator === undefined) throw kind === 'session' ? sessionEnded() : invalidOperatorToken();
  if (kind === 'token' && takesSession) throw new ApiError('session.needed');
  return operator;
}

/** A token or a link takes precedence over a cookie, even if it is invalid: the caller meant to use it. */
function credentialIn(request: FastifyRequest): Credential | undefined {
  const { authorization } = request.headers;
  if (isBearer(authorization)) {
    const [, token, prefix, key] = /^Bearer +((dwo_|dwm_)([A-Za-z0-9_-]{43})) *$/i.exec(authorization ?? '') ?? [];
    if (token === undefined || key === undefined) return undefined;
    return prefix === linkPrefix ? { kind: 'link', hash: hashToken(key) } : { kind: 'token', hash: hashToken(token) };
  }
  const session = sessionOf(request);
  return session === undefined ? undefined : { kind: 'session', hash: hashToken(session) };
}

const invalidOperatorToken = () => invalidToken('operatortoken.invalid');

const sessionEnded = () => unauthorized('session.ended');

async function roleIn(request: FastifyRequest, companyId: string, find: FindOperator): Promise<Role> {
  const { operator } = request;
  const company = companyId.toLowerCase() as CompanyId;
  const admission = operator.companies.find(({ id }) => id === company);
  const isOther = admission === undefined && operator.administrator && isUuid(companyId);
  const demands = isOther ? await find.demands(companyId) : admission?.demands;
  if (demands === undefined) throw notFound();
  request.company = company;
  request.demands = demandsFor(demands, operator.id, new Date());
  return roleOf(operator, company) as Role;
}

export const sessionOf = (request: FastifyRequest) => cookieOf(request, sessionCookie);
export const deviceOf = (request: FastifyRequest) => cookieOf(request, deviceCookie);
export const directoryKeyOf = (request: FastifyRequest) => cookieOf(request, directoryCookie);

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
}

export interface CookieScope {
  path: string;
  secure: boolean;
}

export const setSession = (reply: FastifyReply, session: string, seconds: number, scope: CookieScope) =>
  setCookie(reply, sessionCookie, session, seconds, scope);

/** Sets the cookie that identifies a device at the next sign-in. It gives no access: a password is still required. */
export const setDevice = (reply: FastifyReply, device: string, seconds: number, scope: CookieScope) =>
  setCookie(reply, deviceCookie, device, seconds, scope);

const directorySeconds = 600;

/** Sets the cookie that binds the answer of a directory to the browser that asked for it. It gives no access. */
export const setDirectoryKey = (reply: FastifyReply, key: string, scope: CookieScope) =>
  setCookie(reply, directoryCookie, key, directorySeconds, scope);

function setCookie(reply: FastifyReply, name: string, value: string, seconds: number, { path, secure }: CookieScope) {
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`,
  );
}
