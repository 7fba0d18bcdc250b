import { RateLimitError, UnavailableError } from './errors.ts';

const maxWaitMs = 30_000;

/**
 * Doubles with each attempt, from what Retry-After asked for if that is longer. The jitter keeps clients that failed
 * together from coming back together.
 */
export function waitMsBefore(attempt: number, error: Error, firstWaitMs: number, random = Math.random()): number {
  const askedMs =
    error instanceof RateLimitError || error instanceof UnavailableError ? (error.retryAfterMs ?? 0) : undefined;
  const doubledMs = Math.min(Math.max(firstWaitMs, askedMs ?? 0) * 2 ** (attempt - 1), maxWaitMs);
  if (!askedMs) return doubledMs * (0.5 + random / 2);
  return Math.max(doubledMs, askedMs) + random * firstWaitMs;
}

/** Seconds, or an HTTP date. */
export function retryAfterMsOf(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(until - now, 0);
}
