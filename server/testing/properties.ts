/** Settings for fast-check: the same inputs in every run, so that a failure is the code's and not the day's. */
export const runs = (numRuns: number) => ({ numRuns, seed: 20_261_115 });
