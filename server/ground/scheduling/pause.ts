import { setTimeout as sleep } from 'node:timers/promises';

/** Ends early, and without an error, once the signal is given. It keeps no process from ending. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
