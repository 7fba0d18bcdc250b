import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalidToken, notFound, unauthorized } from '../errors/errors.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { isBearer, hashToken } from '../ground/secrets/tokens.ts';
import type { UnknownCalls } from '../ground/http/arrival/unknown-calls.ts';
import {
  grantedOutside,
  isSystem,
  mayDo,
  roleOf,
  type Permission,
  type Role,
  type Operator,
} from '../operators/permissions.ts';
import { watchAdmissions, type Credential, type FindMany } from './watch-admissions.ts';
import { isUuid } from '../ground/db/ids.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in. Set on every route with a permission. */
    operator: Operator;
    /** The company in the path, once the operator was found to work in it. */
    company: CompanyId;
    /** What the operator is in that company. */
    role: Role;
  }
  interface FastifyInstance {
    /** Asks again, for an answer that takes long, whether its caller may still have it; refuses it where not. It does not count as use. */
    admitAgain(request: FastifyRequest): Promise<void>;
    /** For an answer that stays open: calls `revoked` within a second after its caller may no longer have it. The answer ends the watch. */
    watchAdmission(request: FastifyRequest, revoked: () => void): () => void;
  }
  interface FastifyContextConfig {
    /** What the operator must be allowed to do; `signedIn` asks for no more than a sign-in. */
    permission?: Permission | 'signedIn';
    /**
     * Whether an operator token is refused. The default is true for whatever an administrator changes: that guards the company or gives
     * access, and would outlive a token that was stolen and then revoked.
     */
    needsSession?: boolean;
  }
}

export interface FindOperator {
  /** `isUse` is false where nobody is at the console: then the session is not kept from ending. */
  bySession(hash: Buffer, isUse: boolean): Promise<Operator | undefined>;
  byToken(hash: Buffer): Promise<Operator | undefined>;
  /** Those of many credentials that are still valid. It does not count as use. */
  byCredentials: FindMany;
  companyExists(id: string): Promise<boolean>;
}

const sessionCookie = 'doorway_session';
const deviceCookie = 'doorway_device';

/** Whether a route refuses operator tokens. */
export const needsSession = (config: FastifyContextConfig, method: string | string[]): boolean =>
  config.needsSession ??
  (config.permission === 'administer' && ![method].flat().some((name) => ['GET', 'HEAD'].includes(name)));

/** 401 without a sign-in, 404 for a company that is not the operator's, 403 for what the role may not do. */
export function requireOperator(app: FastifyInstance, find: FindOperator, unknownCalls: UnknownCalls): void {
  app.decorateRequest('operator', null as unknown as Operator);
  app.decorateRequest('company', '' as CompanyId);
  app.decorateRequest('role', 'viewer');
  // A console that refreshes itself with nobody at it says so.
  const isUse = (request: FastifyRequest) => request.headers['x-doorway-console'] !== 'idle';
  const admit = async (request: FastifyRequest, isUse: boolean) => {
    const { config, method } = request.routeOptions;
    const { permission } = config;
    if (permission === undefined) return;
    request.operator = await signedIn(request, find, needsSession(config, method), isUse);
    request.call.caller = { key: request.operator.id, logged: undefined, isLimited: false };
    if (permission === 'signedIn') {
      // What concerns the caller alone, such as how lists are shown, is a person's; a system reads who it is.
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
  // Another site's page can make a browser send the cookie, but not this header.
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

/** What the caller came with. A token goes before a cookie. */
function credentialIn(request: FastifyRequest): Credential | undefined {
  const bearer = /^Bearer +(dwo_[A-Za-z0-9_-]{43}) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return { kind: 'token', hash: hashToken(bearer) };
  const session = sessionOf(request);
  return session === undefined ? undefined : { kind: 'session', hash: hashToken(session) };
}

const invalidOperatorToken = () => invalidToken('operatortoken.invalid');

export const sessionEnded = () => unauthorized('session.ended');

/** The role in the company of the path. */
async function roleIn(request: FastifyRequest, companyId: string, find: FindOperator): Promise<Role> {
  const { operator } = request;
  const company = companyId.toLowerCase() as CompanyId;
  const isAdmitted = operator.companies.some(({ id }) => id === company);
  const known = isAdmitted || (operator.administrator && isUuid(companyId) && (await find.companyExists(companyId)));
  if (!known) throw notFound();
  request.company = company;
  return roleOf(operator, company) as Role;
}

export const sessionOf = (request: FastifyRequest) => cookieOf(request, sessionCookie);
export const deviceOf = (request: FastifyRequest) => cookieOf(request, deviceCookie);

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
}

interface Place {
  path: string;
  secure: boolean;
}

/** The session's cookie. `seconds` 0 removes it. */
export const setSession = (reply: FastifyReply, session: string, seconds: number, place: Place) =>
  setCookie(reply, sessionCookie, session, seconds, place);

/** The cookie by which a device that has signed in is known again. It gives no access: a password is still asked for. */
export const setDevice = (reply: FastifyReply, device: string, seconds: number, place: Place) =>
  setCookie(reply, deviceCookie, device, seconds, place);

/** Out of reach for scripts and other sites. */
function setCookie(reply: FastifyReply, name: string, value: string, seconds: number, { path, secure }: Place): void {
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`,
  );
}
