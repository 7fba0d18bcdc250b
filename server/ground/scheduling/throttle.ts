import { pause } from './pause.ts';

export interface ThrottleOptions {
  /** The part of the time that is spent on work. */
  share: number;
  /** Short, so that a request waits only a moment for a processor that the work uses. */
  sliceMs: number;
  /** Limits a rest after a slice that a busy machine has made long. */
  maxRestMs: number;
}

const half: ThrottleOptions = { share: 1 / 2, sliceMs: 10, maxRestMs: 1_000 };

/** Makes work rest, so that it uses only a share of a machine that others need. */
export function createThrottle(
  { share, sliceMs, maxRestMs }: ThrottleOptions = half,
  now: () => number = () => performance.now(),
  rest: typeof pause = pause,
): (signal: AbortSignal) => Promise<void> {
  let began = now();
  let resting: Promise<void> | undefined;
  return (signal) => {
    const workedMs = now() - began;
    if (resting === undefined && workedMs < sliceMs) return Promise.resolve();
    resting ??= rest(Math.min(workedMs * (1 / share - 1), maxRestMs), signal).finally(() => {
      began = now();
      resting = undefined;
    });
    return resting;
  };
}
