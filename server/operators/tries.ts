import { v7 as uuidv7 } from 'uuid';
import type { Pool } from '../db/pool.ts';
import { tooManyRequests } from '../errors.ts';
import { networkOf } from '../network.ts';
import { countTries, deleteTry, forgetTries, insertTry } from './store.ts';

const seconds = 15 * 60;
const mostByEmail = 10;
/** Many people may share an address, so that more is allowed than for one of them. */
const mostByAddress = 100;

export interface Tried {
  email: string;
  /** Where the request came from. */
  address: string;
}

/**
 * Lets `isRight` look at a password while there are tries left, counted over all processes. A try counts from before
 * it is looked at, so that many at once are no way around the limit, and is forgotten once it turns out right.
 */
export async function withLimitedTries(pool: Pool, { email, address }: Tried, isRight: () => Promise<boolean>): Promise<boolean> {
  const [id, network, now] = [uuidv7(), networkOf(address), new Date()];
  const since = new Date(now.getTime() - seconds * 1000);
  await insertTry(pool, { email, address: network, id }, now);
  const { byEmail, byAddress } = await countTries(pool, { email, address: network }, since);
  if (byEmail > mostByEmail || byAddress > mostByAddress) {
    // What was not looked at does not count, or whoever keeps trying would lock the operator out for ever.
    await deleteTry(pool, email, id);
    throw tooManyRequests(seconds);
  }
  // A try that could not be looked at stays counted: the limit must hold also where something fails.
  const right = await isRight();
  if (right) await forgetTries(pool, email, since);
  return right;
}
