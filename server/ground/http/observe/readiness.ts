export interface Writable {
  isWritable(): Promise<boolean>;
  /** A write has failed because the disk is full: not writable until a thorough probe succeeds. */
  failed(): void;
}

const probeIntervalMs = 3_000;
const probeTimeoutMs = 5_000;

interface ProbeResult {
  succeeded: boolean;
  at: number;
}

/**
 * `write` probes by writing, thoroughly if the disk was full before. `complain` is called once each time that it begins
 * to fail.
 */
export function watchWriting(
  write: (thoroughly: boolean) => Promise<void>,
  complain: (error: unknown) => void,
): Writable {
  let last: ProbeResult | undefined;
  let probing: Promise<void> | undefined;
  let wasFull = false;

  async function probe(): Promise<void> {
    const thoroughly = wasFull;
    try {
      await inTime(write(thoroughly));
      // A write may have failed on a full disk in the meantime.
      if (wasFull === thoroughly) last = { succeeded: true, at: Date.now() };
      if (thoroughly) wasFull = false;
    } catch (error) {
      if (last?.succeeded !== false) complain(error);
      last = { succeeded: false, at: Date.now() };
    }
  }

  return {
    isWritable: async () => {
      if (last === undefined || Date.now() - last.at >= probeIntervalMs)
        await (probing ??= probe().finally(() => {
          probing = undefined;
        }));
      return last?.succeeded === true;
    },
    failed: () => {
      if (wasFull) return;
      wasFull = true;
      last = { succeeded: false, at: Date.now() };
    },
  };
}

function inTime(work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`it took longer than ${probeTimeoutMs / 1000} s`)), probeTimeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
