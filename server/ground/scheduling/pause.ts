import { setTimeout as sleep } from 'node:timers/promises';

/** The signal ends the pause early, without an error. A pause does not keep the process alive. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
