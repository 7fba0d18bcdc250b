import { pause } from './pause.ts';

/** Short, so that a request waits only a moment for a processor that the work uses. */
const sliceMs = 10;
const maxRestMs = 1_000;

/** Makes work rest for as long as it has worked, so that it uses at most about half of a machine that others need. */
export function createRests(
  now: () => number = () => performance.now(),
  rest: typeof pause = pause,
): (signal: AbortSignal) => Promise<void> {
  let began = now();
  let resting: Promise<void> | undefined;
  return (signal) => {
    const workedMs = now() - began;
    if (resting === undefined && workedMs < sliceMs) return Promise.resolve();
    resting ??= rest(Math.min(workedMs, maxRestMs), signal).finally(() => {
      began = now();
      resting = undefined;
    });
    return resting;
  };
}
