import { pause } from './pause.ts';

/** With more requests under way on average, or a busier event loop, the process has no time to spare. */
const mostRequests = 4;
const mostUtilization = 0.7;
/** What was found out holds for so long, and is found out within so long. */
const restMs = 100;
/** That the load was one's own holds for longer, and so does that there are requests: they are counted when they are answered, many at a time. */
const ownLoadMs = 500;
const requestsMs = 1_000;

/** What tells how busy the process is, what time it is, and what rests. */
export interface Measures {
  /** How long all requests so far have taken, together. */
  requestSeconds: () => number;
  utilization: typeof performance.eventLoopUtilization;
  now: () => number;
  rest: typeof pause;
}

/**
 * Makes room for requests in a process: fulfilled at once where it has time to spare. Where it has not, everybody who asks rests for
 * a moment. If it turns out meanwhile that they were the load themselves, they go on; otherwise each goes on with one piece of
 * work, ten times a second.
 */
export function createPace({
  requestSeconds,
  utilization = performance.eventLoopUtilization,
  now = () => performance.now(),
  rest = pause,
}: Pick<Measures, 'requestSeconds'> & Partial<Measures>): (signal: AbortSignal) => Promise<void> {
  const measure = () => ({ at: now(), seconds: requestSeconds(), loop: utilization() });
  let seen = measure();
  let busy = false;
  let freeUntil = 0;
  let ownLoadUntil = 0;
  let requestsUntil = 0;
  let resting: Promise<void> | undefined;

  function look(): void {
    const { at, seconds, loop } = measure();
    const requests = ((seconds - seen.seconds) / Math.max(1, at - seen.at)) * 1_000;
    if (requests > mostRequests) requestsUntil = at + requestsMs;
    busy = at < requestsUntil || (at >= ownLoadUntil && utilization(loop, seen.loop).utilization > mostUtilization);
    if (!busy) freeUntil = at + restMs;
    seen = { at, seconds, loop };
  }

  async function makeRoom(signal: AbortSignal): Promise<void> {
    if (!busy) look();
    if (!busy) return;
    seen = measure();
    ownLoadUntil = 0;
    await rest(restMs, signal);
    look();
    if (!busy) ownLoadUntil = now() + ownLoadMs;
  }

  return async (signal) => {
    if (now() < freeUntil) return;
    resting ??= makeRoom(signal).finally(() => (resting = undefined));
    await resting;
  };
}
