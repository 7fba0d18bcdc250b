import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalidToken, notFound, unauthorized } from '../errors/errors.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { isBearer, hashToken } from '../ground/secrets/tokens.ts';
import type { UnknownCalls } from '../ground/http/arrival/rate-limit.ts';
import {
  grantedOutside,
  isSystem,
  mayDo,
  roleOf,
  type Permission,
  type Role,
  type Operator,
} from '../../common/permissions.ts';
import { watchAdmissions, type Credential, type FindOperators } from './watch-admissions.ts';
import { isUuid } from '../ground/db/ids.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route with a permission. */
    operator: Operator;
    /** The company in the path; the operator may enter it. */
    company: CompanyId;
    role: Role;
  }
  interface FastifyInstance {
    /** Checks the caller again during a long answer. Does not keep the session alive. */
    admitAgain(request: FastifyRequest): Promise<void>;
    /**
     * For an answer that stays open: calls `revoked` within a second after the caller loses access. Returns a function
     * that stops the watch.
     */
    watchAdmission(request: FastifyRequest, revoked: () => void): () => void;
  }
  interface FastifyContextConfig {
    /** `signedIn` needs a sign-in but no permission. */
    permission?: Permission | 'signedIn';
    /**
     * Refuses operator tokens. The default is true for changes by administrators: they protect the company or give
     * access, and would stay in force after a stolen token is revoked.
     */
    needsSession?: boolean;
  }
}

export interface FindOperator {
  /** `isUse` is false for background refreshes, which do not keep a session alive. */
  bySession(hash: Buffer, isUse: boolean): Promise<Operator | undefined>;
  byToken(hash: Buffer): Promise<Operator | undefined>;
  byCredentials: FindOperators;
  companyExists(id: string): Promise<boolean>;
}

const sessionCookie = 'doorway_session';
const deviceCookie = 'doorway_device';

export const needsSession = (config: FastifyContextConfig, method: string | string[]): boolean =>
  config.needsSession ??
  (config.permission === 'administer' && ![method].flat().some((name) => ['GET', 'HEAD'].includes(name)));

/** 401 without a sign-in, 404 for a company that the operator may not enter, 403 without the permission. */
export function requireOperator(app: FastifyInstance, find: FindOperator, unknownCalls: UnknownCalls): void {
  app.decorateRequest('operator', null as unknown as Operator);
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
    if (permission === 'signedIn') {
      // These operations are about the caller, such as display preferences. A system may only read who it is.
      if (isSystem(request.operator) && request.method !== 'GET')
        throw new ApiError('permission.missing', { role: 'system' });
      return;
    }
    const { companyId } = request.params as { companyId?: string };
    if (companyId === undefined) return requireOutside(request.operator, permission);
    const role = await roleIn(request, companyId, find);
    request.role = role;
    if (!mayDo(role, permission)) throw new ApiError('permission.missing', { role });
  };
  app.decorate('admitAgain', (request: FastifyRequest) => admit(request, false));
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

function requireOutside({ administrator }: Operator, permission: Permission): void {
  if (!grantedOutside(administrator).includes(permission)) throw new ApiError('permission.missing', {});
}

async function signedIn(
  request: FastifyRequest,
  find: FindOperator,
  takesSession: boolean,
  isUse: boolean,
): Promise<Operator> {
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
  const operator = kind === 'session' ? await find.bySession(hash, isUse) : await find.byToken(hash);
  if (operator === undefined) throw kind === 'session' ? sessionEnded() : invalidOperatorToken();
  if (kind === 'token' && takesSession) throw new ApiError('session.needed');
  return operator;
}

/** A token takes precedence over a cookie, even if it is invalid: the caller meant to use it. */
function credentialIn(request: FastifyRequest): Credential | undefined {
  const { authorization } = request.headers;
  if (isBearer(authorization)) {
    const token = /^Bearer +(dwo_[A-Za-z0-9_-]{43}) *$/i.exec(authorization ?? '')?.[1];
    return token === undefined ? undefined : { kind: 'token', hash: hashToken(token) };
  }
  const session = sessionOf(request);
  return session === undefined ? undefined : { kind: 'session', hash: hashToken(session) };
}

const invalidOperatorToken = () => invalidToken('operatortoken.invalid');

const sessionEnded = () => unauthorized('session.ended');

async function roleIn(request: FastifyRequest, companyId: string, find: FindOperator): Promise<Role> {
  const { operator } = request;
  const company = companyId.toLowerCase() as CompanyId;
  const isAdmitted = operator.companies.some(({ id }) => id === company);
  const mayEnter = isAdmitted || (operator.administrator && isUuid(companyId) && (await find.companyExists(companyId)));
  if (!mayEnter) throw notFound();
  request.company = company;
  return roleOf(operator, company) as Role;
}

export const sessionOf = (request: FastifyRequest) => cookieOf(request, sessionCookie);
export const deviceOf = (request: FastifyRequest) => cookieOf(request, deviceCookie);

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
}

interface CookieScope {
  path: string;
  secure: boolean;
}

export const setSession = (reply: FastifyReply, session: string, seconds: number, scope: CookieScope) =>
  setCookie(reply, sessionCookie, session, seconds, scope);

/** Sets the cookie that identifies a device at the next sign-in. It gives no access: a password is still required. */
export const setDevice = (reply: FastifyReply, device: string, seconds: number, scope: CookieScope) =>
  setCookie(reply, deviceCookie, device, seconds, scope);

function setCookie(reply: FastifyReply, name: string, value: string, seconds: number, { path, secure }: CookieScope) {
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`,
  );
}
