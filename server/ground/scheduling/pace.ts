import { pause } from './pause.ts';

/** The process is busy above this average number of requests, or above this utilisation of the event loop. */
const maxRequests = 4;
const maxUtilization = 0.7;
const measureIntervalMs = 100;
/**
 * How long two measurements stay valid: that the load is the background's own, and that there are requests. Requests
 * are counted when they are answered, many at a time.
 */
const ownLoadMs = 500;
const requestsMs = 1_000;

export interface LoadSource {
  requestSeconds: () => number;
  utilization: typeof performance.eventLoopUtilization;
  now: () => number;
  rest: typeof pause;
}

/**
 * Makes background work yield to requests. Resolves at once if the process is idle. If it is busy, callers wait for a
 * moment; if the load turns out to be their own, they continue, otherwise each does one piece of work ten times a
 * second.
 */
export function createPace({
  requestSeconds,
  utilization = performance.eventLoopUtilization,
  now = () => performance.now(),
  rest = pause,
}: Pick<LoadSource, 'requestSeconds'> & Partial<LoadSource>): (signal: AbortSignal) => Promise<void> {
  const measure = () => ({ at: now(), seconds: requestSeconds(), loop: utilization() });
  let seen = measure();
  let busy = false;
  let freeUntil = 0;
  let ownLoadUntil = 0;
  let requestsUntil = 0;
  let waiting: Promise<void> | undefined;

  function update(): void {
    const { at, seconds, loop } = measure();
    const requests = ((seconds - seen.seconds) / Math.max(1, at - seen.at)) * 1_000;
    if (requests > maxRequests) requestsUntil = at + requestsMs;
    busy = at < requestsUntil || (at >= ownLoadUntil && utilization(loop, seen.loop).utilization > maxUtilization);
    if (!busy) freeUntil = at + measureIntervalMs;
    seen = { at, seconds, loop };
  }

  async function makeRoom(signal: AbortSignal): Promise<void> {
    if (!busy) update();
    if (!busy) return;
    seen = measure();
    ownLoadUntil = 0;
    await rest(measureIntervalMs, signal);
    update();
    if (!busy) ownLoadUntil = now() + ownLoadMs;
  }

  return async (signal) => {
    if (now() < freeUntil) return;
    waiting ??= makeRoom(signal).finally(() => (waiting = undefined));
    await waiting;
  };
}
