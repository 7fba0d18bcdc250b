import type { FastifyRequest } from 'fastify';
import { createBuckets } from '../../ground/http/arrival/buckets.ts';
import { networkOf } from '../../ground/http/arrival/network.ts';
import { OAuthError, tooManyTokens, tooManyTries } from './oauth-errors.ts';
import { isUuid } from '../../ground/db/ids.ts';

/** A client needs one token an hour. So many a minute bear a farm of machines that start at once, each with a token of its own. */
const perMinute = 60;

export interface ClientLimits {
  /**
   * Looks at a client's secret, unless this network has sent too many wrong ones for this client: the client itself, elsewhere, is
   * not kept out by them. A try is counted before it is looked at, and not counted any more once it turns out right.
   */
  verify<T>(request: FastifyRequest, clientId: string, look: () => Promise<T>): Promise<T>;
  /** Counts a token that is asked for with the right secret: each one is a row until the day after it expires. */
  countToken(clientId: string): void;
}

/** In this process. */
export function limitClients(): ClientLimits {
  const tries = createBuckets(perMinute / 60, perMinute);
  const tokens = createBuckets(perMinute / 60, perMinute);
  return {
    verify: async (request, clientId, look) => {
      // A text that is not an id of ours is not looked for: it might have any length.
      if (!isUuid(clientId)) return look();
      const name = `${clientId.toLowerCase()} ${networkOf(request.ip)}`;
      const { taken, seconds } = tries.take(name);
      if (!taken) throw tooManyTries(seconds);
      let wrong = false;
      try {
        return await look();
      } catch (error) {
        // Where the database is away, nobody knows.
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
