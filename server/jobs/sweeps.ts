import type { Logger } from 'pino';
import { pause } from '../ground/scheduling/pause.ts';

export interface Sweep {
  name: string;
  /** Several processes may run the same sweep at once. Must end soon after the signal. */
  run(now: Date, signal: AbortSignal): Promise<unknown>;
}

const hourMs = 60 * 60 * 1000;

/** The sweeps run now and every hour, one after the other. The returned function stops them. */
export function startSweeps(sweeps: Sweep[], log: Logger, intervalMs = hourMs): () => void {
  const stopped = new AbortController();
  void sweepUntilStopped(sweeps, log, intervalMs, stopped.signal);
  return () => stopped.abort();
}

async function sweepUntilStopped(sweeps: Sweep[], log: Logger, intervalMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const { name, run } of sweeps) {
      if (signal.aborted) return;
      // A sweep that fails does not stop the others, and runs again in an hour.
      await Promise.resolve()
        .then(() => run(new Date(), signal))
        .catch((error: unknown) => log.warn({ err: error, sweep: name }, `old ${name} could not be removed`));
    }
    await pause(intervalMs, signal);
  }
}
