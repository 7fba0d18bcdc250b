/** A fixed seed gives the same inputs in every run. */
export const runs = (numRuns: number) => ({ numRuns, seed: 20_261_115 });
