import { afterAll, onTestFinished, vi } from 'vitest';

/*
 * The only clock and timers that tests use: for dates of fixtures, and for helpers that poll. A test neither waits for
 * a time nor compares one with a limit, because a busy machine would change its result.
 */

export const nowMs = (): number => Date.now();

export const ago = (ms: number): Date => new Date(Date.now() - ms);

export const fromNow = (ms: number): Date => new Date(Date.now() + ms);

/** One turn of the event loop: everything that is ready runs. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Between two tries of a helper that polls outside of `expect.poll`. */
export const pauseBetweenTries = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

/**
 * Stops the clocks of this process, and so of the service that runs in it, until the test ends. Returns a function that
 * moves them on. Timers still run by the real clock.
 */
export function stopClock(): (ms: number) => void {
  const follow = followDate();
  vi.setSystemTime(Date.now());
  onTestFinished(() => {
    follow.mockRestore();
    vi.useRealTimers();
  });
  return (ms) => void vi.setSystemTime(Date.now() + ms);
}

/**
 * Stops the clocks of this process until the file ends, and also the intervals that begin from now on: they run only if
 * the returned function, or `expect.poll`, moves the clock on.
 */
export function stopIntervals(): (ms: number) => void {
  const follow = followDate();
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() });
  afterAll(() => {
    follow.mockRestore();
    vi.useRealTimers();
  });
  return (ms) => void vi.advanceTimersByTime(ms);
}

function followDate() {
  const aheadMs = performance.now() - Date.now();
  return vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + aheadMs);
}
