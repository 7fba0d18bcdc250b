import { pause } from './pause.ts';

/** Above it, the process has no time to spare. */
const busyFrom = 0.7;
/** What was found out holds for so long. */
const freeMs = 500;
const restMs = 100;

/** What tells how busy the process is, what time it is, and what rests. */
interface Measures {
  utilization: typeof performance.eventLoopUtilization;
  now: () => number;
  rest: typeof pause;
}

const real: Measures = {
  utilization: performance.eventLoopUtilization,
  now: () => performance.now(),
  rest: pause,
};

/**
 * Makes room for others in a process: fulfilled at once where its event loop has time to spare. Where it has not, everybody who asks
 * rests for a moment. If it is idle meanwhile, they were the load themselves, and go on; otherwise each goes on with one
 * piece of work, ten times a second.
 */
export function createPace({ utilization, now, rest }: Measures = real): (signal: AbortSignal) => Promise<void> {
  let freeUntil = 0;
  let busy = false;
  let seen = utilization();
  let resting: Promise<void> | undefined;

  function look(): void {
    busy = utilization(seen).utilization > busyFrom;
    seen = utilization();
    if (!busy) freeUntil = now() + freeMs;
  }

  async function makeRoom(signal: AbortSignal): Promise<void> {
    if (!busy) look();
    if (!busy) return;
    seen = utilization();
    await rest(restMs, signal);
    look();
  }

  return async (signal) => {
    if (now() < freeUntil) return;
    resting ??= makeRoom(signal).finally(() => (resting = undefined));
    await resting;
  };
}
