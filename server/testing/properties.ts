import { isLongRun } from './long.ts';

/** A fixed seed gives the same inputs in every run. `npm test` tries a tenth of those that a long run tries. */
export const runs = (inLongRun: number) => ({
  numRuns: isLongRun ? inLongRun : Math.ceil(inLongRun / 10),
  seed: 20_261_115,
});
