import type { FastifyRequest } from 'fastify';
import { createBuckets, networkOf } from '../../ground/http/arrival/rate-limit.ts';
import { OAuthError, tooManyTokens, tooManyTries } from './errors.ts';
import { isUuid } from '../../ground/db/ids.ts';

/**
 * A client needs one token per hour. The limit allows a cluster of machines that start at once, each with its own
 * token.
 */
const maxPerMinute = 60;

export interface ClientLimits {
  /**
   * Verifies a client's secret, unless this network has sent too many wrong ones for this client; other networks are
   * not affected. A try counts before it is verified; a right secret takes it back.
   */
  verify<T>(request: FastifyRequest, clientId: string, authenticate: () => Promise<T>): Promise<T>;
  /** An issued token is stored until the day after it expires. */
  countToken(clientId: string): void;
}

export function limitClients(): ClientLimits {
  const tries = createBuckets(maxPerMinute / 60, maxPerMinute);
  const tokens = createBuckets(maxPerMinute / 60, maxPerMinute);
  return {
    verify: async (request, clientId, authenticate) => {
      // Don't count texts that are no ids: they may have any length.
      if (!isUuid(clientId)) return authenticate();
      const name = `${clientId.toLowerCase()} ${networkOf(request.ip)}`;
      const { taken, seconds } = tries.take(name);
      if (!taken) throw tooManyTries(seconds);
      let wrong = false;
      try {
        return await authenticate();
      } catch (error) {
        // Another error, such as a lost database, says nothing about the secret.
        wrong = error instanceof OAuthError;
        throw error;
      } finally {
        if (!wrong) tries.give(name);
      }
    },
    countToken: (clientId) => {
      const { taken, seconds } = tokens.take(clientId);
      if (!taken) throw tooManyTokens(seconds);
    },
  };
}
