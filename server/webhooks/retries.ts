const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Pauses after the first failed try, the second and so on. The last one repeats. */
const pausesMs = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  6 * hourMs,
];

const maxFailureMs = 72 * hourMs;

/** Ten percent more or less, so that a server that was down does not get the retries of all its endpoints at once. */
export const pauseAfterMs = (tries: number, chance = Math.random()): number =>
  Math.round((pausesMs[Math.min(tries, pausesMs.length) - 1] as number) * (0.9 + 0.2 * chance));

export const isHopeless = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= maxFailureMs;
