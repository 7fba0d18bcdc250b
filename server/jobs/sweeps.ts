import type { Logger } from 'pino';
import { pause } from '../ground/scheduling/pause.ts';

/** Removes what need not be kept any longer. */
export interface Sweep {
  /** What it removes, for the log. */
  name: string;
  /** Several processes may run the same sweep at once. It ends soon after the signal. */
  run(now: Date, signal: AbortSignal): Promise<unknown>;
}

const hourMs = 60 * 60 * 1000;

/** Runs the sweeps now and every hour, one after the other. The answer stops them. */
export function startSweeps(sweeps: Sweep[], log: Logger, everyMs = hourMs): () => void {
  const stopped = new AbortController();
  void sweepForGood(sweeps, log, everyMs, stopped.signal);
  return () => stopped.abort();
}

async function sweepForGood(sweeps: Sweep[], log: Logger, everyMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const { name, run } of sweeps) {
      if (signal.aborted) return;
      // One that fails must not keep the others from their work, and has another try in an hour.
      await Promise.resolve()
        .then(() => run(new Date(), signal))
        .catch((error: unknown) => log.warn({ err: error, sweep: name }, `old ${name} could not be removed`));
    }
    await pause(everyMs, signal);
  }
}
