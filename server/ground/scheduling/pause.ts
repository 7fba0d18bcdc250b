import { setTimeout as sleep } from 'node:timers/promises';

/** Sleeps; the signal ends it early without an error. It does not keep the process alive. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
