import { v7 as uuidv7 } from 'uuid';
import type { Pool } from '../ground/db/pool.ts';
import { tooManyRequests } from '../errors/errors.ts';
import type { Turns } from '../ground/scheduling/turns.ts';
import { countTries, deleteTry, forgetTries, insertTry, type Tries, type Try } from './tries-store.ts';

const windowSeconds = 15 * 60;
/** For one e-mail address from one origin. */
const mostOwn = 10;
/** Many people may share a network, so that more is allowed than for one of them. */
const mostFromNetwork = 100;
/** However many networks somebody has. */
const mostByStrangers = 100;

/** An operator who has signed in from a device before can be stopped by tries from that device alone; from a network, by those of that network. */
function isTooMany({ own, fromOrigin, byStrangers }: Tries, { isDevice, known }: Try['origin']): boolean {
  return own > mostOwn || (!isDevice && fromOrigin > mostFromNetwork) || (!known && byStrangers > mostByStrangers);
}

/**
 * Lets `isRight` look at a password while there are tries left, counted over all processes, once it is this origin's turn. A try
 * counts from before it is looked at, so that many at once do not get around the limit, and is forgotten once it turns out right.
 */
export async function withLimitedTries(
  { pool, turns }: { pool: Pool; turns: Turns },
  tried: Try,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const [id, now] = [uuidv7(), new Date()];
  const since = new Date(now.getTime() - windowSeconds * 1000);
  await insertTry(pool, tried, id, now);
  if (isTooMany(await countTries(pool, tried, since), tried.origin)) {
    // What was not looked at does not count, or a caller who keeps trying would lock the operator out for ever.
    await deleteTry(pool, tried.email, id);
    throw tooManyRequests(windowSeconds);
  }
  let begun = false;
  try {
    const right = await turns.run(tried.origin.name, () => {
      begun = true;
      return isRight();
    });
    if (right) await forgetTries(pool, tried, since);
    return right;
  } finally {
    // A try that failed half way stays counted: the limit must hold also where something fails.
    if (!begun) await deleteTry(pool, tried.email, id);
  }
}
