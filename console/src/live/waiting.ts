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

/** Works once the page is visible. Resolves to undefined if the page is hidden meanwhile, and fails after `maxMs`. */
export async function whileVisible<T>(
  signal: AbortSignal,
  maxMs: number,
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
  const timer = setTimeout(leave, maxMs);
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
