import { deleteIssuedTokens } from './clients-store.ts';
import type { Pool } from '../ground/db/pool.ts';
import { removeInSteps } from '../ground/db/remove-in-steps.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Removes tokens of an hour that expired the day before. A client that asks for a new one removes its own; this is for those of
 * clients that have stopped asking. What an administrator made stays: it can be seen when it ended.
 */
export const sweepIssuedTokens = (pool: Pool, now: Date, signal: AbortSignal): Promise<number> =>
  removeInSteps(signal, (most) => deleteIssuedTokens(pool, new Date(now.getTime() - dayMs), most));
