import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Scope } from '../access/scopes.ts';
import type { Partner, FoundToken } from '../access/store.ts';
import { ApiError, forbidden, invalidToken, unauthorized } from '../errors/errors.ts';
import { isBearer } from '../ground/http/bearer.ts';
import type { Strangers } from '../ground/http/strangers.ts';
import { overloaded } from '../ground/http/take-turns.ts';
import { networkOf } from '../ground/network.ts';
import { hashToken } from '../ground/secrets.ts';
import { createTurns } from '../ground/turns.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls. Set on every route that names a scope. */
    partner: Partner;
  }
  interface FastifyContextConfig {
    /** The scope that a token needs for this route. A route without one is open to everybody. */
    scope?: Scope;
    /** The name of the operation in logs, metrics and the reference. */
    operation?: string;
  }
}

/** Finds a token by its hash; `from` is the request that carries it. */
export type FindToken = (hash: Buffer, from: Pick<FastifyRequest, 'ip'>) => Promise<FoundToken | undefined>;

/** What every token looks like; anything else is unknown without a look-up. */
const shape = /^dw_[A-Za-z0-9_-]{43}$/;
const bearer = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/** Before a byte of the body is read: 401 without a valid token, then 403 without the scope. */
export function requireToken(app: FastifyInstance, findToken: FindToken, strangers: Strangers): void {
  app.decorateRequest('partner', null as unknown as Partner);
  app.addHook('onRequest', async (request) => {
    const { scope } = request.routeOptions.config;
    if (scope === undefined) return;
    const token = await verify(request, findToken);
    if (token instanceof ApiError) throw strangers.answer(request, token);
    request.partner = token.partner;
    if (!token.scopes.includes(scope)) throw forbidden(scope);
  });
}

async function verify(request: FastifyRequest, findToken: FindToken): Promise<FoundToken | ApiError> {
  const header = request.headers.authorization;
  if (header === undefined)
    return unauthorized(
      'token.missing',
      'The access token is missing. Send the header Authorization: Bearer <ACCESS_TOKEN>.',
    );
  const presented = bearer.exec(header)?.[1];
  if (presented === undefined) {
    // Whoever authenticates in another way has sent no token that could be wrong.
    const refuse = isBearer(header) ? invalidToken : unauthorized;
    return refuse(
      'token.malformed',
      'The Authorization header is malformed. It is the word Bearer, a space, and the access token.',
    );
  }
  const found = shape.test(presented) ? await findToken(hashToken(presented), request) : undefined;
  if (found === undefined)
    return invalidToken('token.unknown', 'This access token is not known. Check that it was copied whole.');
  if (found.revokedAt !== undefined)
    return invalidToken('token.revoked', 'This access token was revoked. Ask the company for a new one.');
  if (found.expiresAt !== undefined && found.expiresAt.getTime() <= Date.now())
    return invalidToken('token.expired', 'This access token has expired. Ask the company for a new one.');
  return found;
}

/** However many unknown tokens one network sends, the look-ups of another wait for a few of them at the most. */
const lookUpsAtOnce = 4;
const mostLookUpsWaiting = 2_000;

/**
 * Remembers what was found for half a second, counted from before the look-up began: under load one look-up serves
 * thousands of requests, and a revoked token is still refused within a second by every process.
 */
export function rememberTokens(
  find: (hash: Buffer) => Promise<FoundToken | undefined>,
  milliseconds = 500,
  most = 10_000,
): FindToken {
  const turns = createTurns({ atOnce: lookUpsAtOnce, mostWaiting: mostLookUpsWaiting, refusal: overloaded });
  const remembered = new Map<string, { until: number; found: Promise<FoundToken | undefined> }>();
  return (hash, from) => {
    const name = hash.toString('latin1');
    const now = performance.now();
    const known = remembered.get(name);
    if (known !== undefined && known.until > now) return known.found;
    if (remembered.size >= most) remembered.clear();
    const found = turns.run(networkOf(from.ip), () => find(hash));
    remembered.set(name, { until: now + milliseconds, found });
    found.catch(() => remembered.delete(name));
    return found;
  };
}
