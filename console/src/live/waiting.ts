/** Ends early, and without an error, once the signal is given. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
  });

/** Once the page can be seen. */
const visible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });

/**
 * Does something once the page can be seen, and breaks it off when it cannot be seen any more: then the answer is undefined. What
 * takes longer than so long fails.
 */
export async function whileVisible<T>(
  signal: AbortSignal,
  mostMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  await visible(signal);
  const leaving = new AbortController();
  let isHidden = false;
  const hide = () => {
    if (document.visibilityState === 'visible') return;
    isHidden = true;
    leaving.abort();
  };
  const leave = () => leaving.abort();
  const timer = setTimeout(leave, mostMs);
  document.addEventListener('visibilitychange', hide);
  signal.addEventListener('abort', leave);
  try {
    signal.throwIfAborted();
    return await work(leaving.signal);
  } catch (error) {
    if (isHidden) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', hide);
    signal.removeEventListener('abort', leave);
  }
}
