import { tooManyRequests, type ApiError } from '../../../errors/errors.ts';
import type { ArrivalStep } from './arrival.ts';
import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

export interface Buckets {
  /** Takes a token if one is left. `seconds` is the time until the next token is available. */
  take(name: string): { taken: boolean; left: number; seconds: number };
  give(name: string): void;
}

/** Anybody can choose names, so only the most recently used ones are kept. */
const maxNames = 10_000;

export function createBuckets(perSecond: number, capacity: number): Buckets {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(name) {
      const now = performance.now();
      const bucket = buckets.get(name) ?? { left: capacity, at: now };
      bucket.left = Math.min(capacity, bucket.left + ((now - bucket.at) / 1000) * perSecond);
      bucket.at = now;
      // Moves the name to the end of the map; the oldest is at its beginning.
      buckets.delete(name);
      buckets.set(name, bucket);
      if (buckets.size > maxNames) for (const oldest of buckets.keys()) if (buckets.delete(oldest)) break;
      const taken = bucket.left >= 1;
      if (taken) bucket.left -= 1;
      return { taken, left: Math.floor(bucket.left), seconds: Math.max(1, Math.ceil((1 - bucket.left) / perSecond)) };
    },
    give(name) {
      const bucket = buckets.get(name);
      if (bucket !== undefined) bucket.left = Math.min(capacity, bucket.left + 1);
    },
  };
}

/**
 * Limits each caller's requests per second in this process; a burst of one second's worth is allowed. Every answer says
 * how many are left, in the headers of draft-ietf-httpapi-ratelimit-headers. `policy` is the limit's name in them.
 */
export function limitRate(policy: string, perSecond: number): ArrivalStep {
  if (perSecond === 0) return () => undefined;
  const buckets = createBuckets(perSecond, perSecond);
  return (request, reply) => {
    const { caller } = request.call;
    if (caller?.isLimited !== true) return undefined;
    const { taken, left, seconds } = buckets.take(caller.key);
    reply
      .header('ratelimit-policy', `"${policy}";q=${perSecond};w=1`)
      .header('ratelimit', `"${policy}";r=${left};t=${seconds}`);
    return taken ? undefined : tooManyRequests(seconds);
  };
}

/** IPv6 addresses are reduced to their /64, because one caller usually owns all of it. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || /^::ffff:\d+\./i.test(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]?.toLowerCase().split('::') ?? [];
  const first = head.split(':').filter((group) => group !== '');
  const last = (tail ?? '').split(':').filter((group) => group !== '');
  const groups = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

export interface UnknownCalls {
  /** Returns `error`, or a 429 if the network has sent too many calls without a valid token, session or path. */
  answer(request: FastifyRequest, error: ApiError): ApiError;
}

/**
 * Counts per network, in this process. Calls with a valid token are not counted, so other callers of the network are
 * unaffected.
 */
export function limitUnknownCalls(perMinute: number): UnknownCalls {
  if (perMinute === 0) return { answer: (_request, error) => error };
  const buckets = createBuckets(perMinute / 60, perMinute);
  return {
    answer: (request, error) => {
      const { taken, seconds } = buckets.take(networkOf(request.ip));
      return taken ? error : tooManyRequests(seconds);
    },
  };
}

/** Calls per minute of an operation that anybody may call, as a multiple of those without a valid token. */
const multiples = { seldom: 0.1, usual: 1, often: 100 };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How often one network may call a public route; 'usual' if it is missing. */
    publicRate?: keyof typeof multiples;
  }
}

/** Limits the calls of one network to each operation that needs no sign-in, also if they succeed. */
export function limitPublicCalls(perMinute: number): ArrivalStep {
  if (perMinute === 0) return () => undefined;
  const bucketsOf = (multiple: number) => createBuckets((perMinute * multiple) / 60, Math.max(1, perMinute * multiple));
  const buckets = {
    seldom: bucketsOf(multiples.seldom),
    usual: bucketsOf(multiples.usual),
    often: bucketsOf(multiples.often),
  };
  return (request) => {
    const { public: isPublic, publicRate = 'usual', operation } = request.call.route;
    if (isPublic !== true) return undefined;
    const { taken, seconds } = buckets[publicRate].take(`${operation} ${networkOf(request.ip)}`);
    return taken ? undefined : tooManyRequests(seconds);
  };
}
