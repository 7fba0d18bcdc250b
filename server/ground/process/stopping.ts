/** Being told to stop: once told, it stays told. */
export interface Stopping {
  signal: AbortSignal;
  /** Resolves with the name of the first signal. */
  told: Promise<string>;
}

/** After so long whatever hangs is left behind. */
const longestStop = 10_000;

/**
 * Listens for the signals that end a process. A second one changes nothing: npm passes on an interrupt that the terminal
 * has sent to this process too.
 */
export function listenForStop(): Stopping {
  const stopping = new AbortController();
  const told = new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const)
      process.on(name, () => {
        if (stopping.signal.aborted) return;
        endInTime();
        stopping.abort(new Error(`told to stop by ${name}`));
        resolve(name);
      });
  });
  return { signal: stopping.signal, told };
}

/** From now on the process has so long to end by itself. */
export function endInTime(): void {
  setTimeout(() => {
    process.stderr.write(`Doorway did not finish within ${longestStop / 1000} s and was ended.\n`);
    process.exit(1);
  }, longestStop).unref();
}

/** The same, but it fails as soon as the signal comes. What was under way is left to itself. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
