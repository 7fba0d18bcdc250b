import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { clientSecret, type Partner, type TokenGrant, type TokenLookup } from '../partners/store.ts';
import { ApiError, forbidden, invalidToken, unauthorized } from '../errors/errors.ts';
import type { ArrivalStep } from '../ground/http/arrival/arrival.ts';
import { isBearer, hashToken, sandboxPrefix } from '../ground/secrets/tokens.ts';
import { anyScope } from './operation.ts';
import { type UnknownCalls, networkOf } from '../ground/http/arrival/rate-limit.ts';
import { overloaded } from '../ground/http/arrival/take-turns.ts';
import { createTurns } from '../ground/scheduling/turns.ts';

declare module 'fastify' {
  interface FastifyRequest {
    partner: Partner;
    /** The token that the call came with. */
    grant: TokenGrant;
  }
  interface FastifyInstance {
    /** Checks the token again during a long answer. */
    admitPartnerAgain(request: FastifyRequest): Promise<void>;
  }
}

/** Finds a token, synchronously if it is cached; `from` is the request that carries it. */
export type FindToken = (token: string, from: Pick<FastifyRequest, 'ip'>) => TokenLookup | Promise<TokenLookup>;

/** The shape of every token. Anything else is unknown without a look-up. */
const shape = /^dwt?_[A-Za-z0-9_-]{43}$/;
const bearer = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/** Runs before the body is read: 401 without a valid token, then 403 without the scope. */
export function requireToken(app: FastifyInstance, findToken: FindToken, unknownCalls: UnknownCalls): ArrivalStep {
  app.decorateRequest('partner', null as unknown as Partner);
  app.decorateRequest('grant', null as unknown as TokenGrant);
  function admit(request: FastifyRequest, token: TokenGrant | ApiError): ApiError | undefined {
    if (token instanceof ApiError) return unknownCalls.answer(request, token);
    const { id, name } = token.partner;
    request.partner = token.partner;
    request.grant = token;
    request.call.caller = { key: id, logged: { field: 'partner', name }, isLimited: true };
    return refusedScope(request.call.route, token);
  }
  app.decorate('admitPartnerAgain', async (request: FastifyRequest) => {
    const refused = await check(request);
    if (refused !== undefined) throw refused;
  });
  // Not async: nearly every token is cached, and a promise would delay each request.
  const check = (request: FastifyRequest): ApiError | undefined | Promise<ApiError | undefined> => {
    if (request.call.route.scope === undefined) return undefined;
    const presented = tokenIn(request.headers.authorization);
    if (presented instanceof ApiError) return admit(request, presented);
    const found = shape.test(presented) ? findToken(presented, request) : undefined;
    if (found instanceof Promise) return found.then((token) => admit(request, judged(presented, token)));
    return admit(request, judged(presented, found));
  };
  return check;
}

function refusedScope(
  { scope = anyScope, includedIn }: FastifyContextConfig,
  { scopes }: TokenGrant,
): ApiError | undefined {
  if (scope === anyScope || scopes.includes(scope)) return undefined;
  return includedIn?.some((wider) => scopes.includes(wider)) === true ? undefined : forbidden(scope);
}

function tokenIn(header: string | undefined): string | ApiError {
  if (header === undefined) return unauthorized('token.missing');
  const presented = bearer.exec(header)?.[1];
  if (presented !== undefined) return presented;
  // A caller that uses another scheme has sent no token that could be wrong.
  return isBearer(header) ? invalidToken('token.malformed') : unauthorized('token.malformed');
}

function judged(presented: string, found: TokenLookup): TokenGrant | ApiError {
  if (found === clientSecret) return invalidToken('token.clientsecret');
  // A sandbox's token never opens a real company, nor the other way round, whatever the database says.
  if (found === undefined || found.partner.isSandbox !== presented.startsWith(sandboxPrefix))
    return invalidToken('token.unknown');
  if (found.revokedAt !== undefined) return invalidToken('token.revoked');
  if (found.expiresAt !== undefined && found.expiresAt.getTime() <= Date.now()) return invalidToken('token.expired');
  return found;
}

/** However many unknown tokens one network sends, the look-ups of another network wait for only a few of them. */
const maxConcurrentLookUps = 4;
const maxWaitingLookUps = 2_000;

/**
 * Caches each look-up for half a second, counted from before it began: under load one look-up serves thousands of
 * requests, and every process still refuses a revoked token within a second. The cache is keyed by the token's text: a
 * map compares texts only if their seeded hashes are equal, so timing reveals nothing about a token.
 *
 * `forget` empties the cache, so that the process that answered a revocation refuses the token from then on. A look-up
 * that is under way at that moment is not kept.
 */
export function rememberTokens(find: (hash: Buffer) => Promise<TokenLookup>, cacheMs = 500, maxTokens = 10_000) {
  const turns = createTurns({ atOnce: maxConcurrentLookUps, maxWaiting: maxWaitingLookUps, refusal: overloaded });
  const remembered = new Map<string, { until: number; found: TokenLookup | Promise<TokenLookup> }>();
  function lookUp(token: string, from: Pick<FastifyRequest, 'ip'>): TokenLookup | Promise<TokenLookup> {
    const now = performance.now();
    const known = remembered.get(token);
    if (known !== undefined && known.until > now) return known.found;
    if (remembered.size >= maxTokens) remembered.clear();
    const looking = turns.run(networkOf(from.ip), () => find(hashToken(token)));
    const entry = { until: now + cacheMs, found: looking as TokenLookup | Promise<TokenLookup> };
    remembered.set(token, entry);
    looking.then(
      (found) => (entry.found = found),
      () => remembered.delete(token),
    );
    return looking;
  }
  return { find: lookUp, forget: () => remembered.clear() };
}
