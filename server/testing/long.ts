/** True in `npm run test:long`, which repeats rounds or uses more rows. It runs the files that import this. */
export const isLongRun = process.env.TEST_LONG === 'on';

/** Rounds of a race that is repeated only for luck: one in a usual run. */
export const roundsOf = (many: number): number => (isLongRun ? many : 1);
