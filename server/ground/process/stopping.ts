export interface StopListener {
  signal: AbortSignal;
  signalName: Promise<string>;
}

const maxStopMs = 10_000;

/**
 * Listens for SIGTERM and SIGINT, and ends the process 10 s after `drainMs` if it has not ended by then. Further signals
 * are ignored: npm repeats an interrupt that the terminal has already sent.
 */
export function listenForStop(drainMs = 0): StopListener {
  const stopping = new AbortController();
  const signalName = new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const)
      process.on(name, () => {
        if (stopping.signal.aborted) return;
        endInTime(drainMs + maxStopMs);
        stopping.abort(new Error(`told to stop by ${name}`));
        resolve(name);
      });
  });
  return { signal: stopping.signal, signalName };
}

export function endInTime(limitMs = maxStopMs): void {
  setTimeout(() => {
    process.stderr.write(`Doorway did not finish within ${limitMs / 1000} s and was ended.\n`);
    process.exit(1);
  }, limitMs).unref();
}

/** Rejects as soon as the signal is given; the work itself continues unattended. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
