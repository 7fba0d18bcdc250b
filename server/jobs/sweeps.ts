import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Removes what need not be kept any longer. */
export interface Sweep {
  /** What it removes, for the log. */
  name: string;
  /** Several processes may run the same sweep at once. It ends soon after the signal. */
  run(now: Date, signal: AbortSignal): Promise<unknown>;
}

const hour = 60 * 60 * 1000;
const mostAtOnce = 2_000;

/** Runs the sweeps now and every hour, one after the other. The answer stops them. */
export function startSweeps(sweeps: Sweep[], log: Logger, everyMilliseconds = hour): () => void {
  const stopped = new AbortController();
  void sweepForGood(sweeps, log, everyMilliseconds, stopped.signal);
  return () => stopped.abort();
}

async function sweepForGood(
  sweeps: Sweep[],
  log: Logger,
  everyMilliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    for (const { name, run } of sweeps) {
      if (signal.aborted) return;
      // One that fails must not keep the others from their work, and has another try in an hour.
      await Promise.resolve()
        .then(() => run(new Date(), signal))
        .catch((error: unknown) => log.warn({ err: error, sweep: name }, `old ${name} could not be removed`));
    }
    await pause(everyMilliseconds, signal);
  }
}

/** Ends early, and without an error, once the signal is given. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);

/** Removes all that there is to remove, a few rows a statement; answers how many. The door has three quarters of the time. */
export async function removeInSteps(signal: AbortSignal, remove: (most: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (let many = mostAtOnce; many >= mostAtOnce && !signal.aborted;) {
    const begun = Date.now();
    many = await remove(mostAtOnce);
    removed += many;
    if (many >= mostAtOnce) await pause(Math.max(50, 3 * (Date.now() - begun)), signal);
  }
  return removed;
}
