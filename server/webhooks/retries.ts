const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** How long is waited after the first try in vain, the second and so on; after the last of them, always as long. */
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

/** An endpoint that has failed for so long is switched off. */
const longestFailureMs = 72 * hourMs;

/** A tenth more or less, so that endpoints of a server that was away do not all come back to it at once. */
export const pauseAfterMs = (tries: number, chance = Math.random()): number =>
  Math.round((pausesMs[Math.min(tries, pausesMs.length) - 1] as number) * (0.9 + 0.2 * chance));

export const isHopeless = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= longestFailureMs;
