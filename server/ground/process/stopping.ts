export interface StopListener {
  signal: AbortSignal;
  signalName: Promise<string>;
}

const maxStopMs = 10_000;

/**
 * Listens for SIGTERM and SIGINT. Further signals are ignored: npm repeats an interrupt that the terminal has already
 * sent.
 */
export function listenForStop(): StopListener {
  const stopping = new AbortController();
  const signalName = new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const)
      process.on(name, () => {
        if (stopping.signal.aborted) return;
        endInTime();
        stopping.abort(new Error(`told to stop by ${name}`));
        resolve(name);
      });
  });
  return { signal: stopping.signal, signalName };
}

export function endInTime(): void {
  setTimeout(() => {
    process.stderr.write(`Doorway did not finish within ${maxStopMs / 1000} s and was ended.\n`);
    process.exit(1);
  }, maxStopMs).unref();
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
