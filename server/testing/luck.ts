import { randomInt } from 'node:crypto';
import { createRandom, type Random } from './generated-values.ts';
import { isLongRun } from './long.ts';

/**
 * For the moment of a kill, and whatever else of a round needs luck. A usual run has the same luck every time. A long
 * run has another and prints it; LUCK_SEED=1 npm run test:long -- path/to/a.test.ts repeats it.
 */
export function createLuck(): Random {
  const seed = Number(process.env.LUCK_SEED ?? (isLongRun ? randomInt(2 ** 31) : 20_261_118));
  if (isLongRun) console.log(`LUCK_SEED=${seed}`);
  return createRandom(seed);
}
