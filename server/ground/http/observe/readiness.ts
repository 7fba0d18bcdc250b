/** Whether something can be written to. */
export interface Writable {
  isWritable(): Promise<boolean>;
  /** A write of the door has failed because there is no room: it counts as not writable until a thorough try has succeeded. */
  failed(): void;
}

/** However often it is asked, it is not tried more often. */
const restMilliseconds = 3_000;
const probeTimeoutMs = 5_000;

interface Tried {
  well: boolean;
  at: number;
}

/** `write` tries it; thoroughly, where it was full before. `complain` is told once each time that it begins to fail. */
export function watchWriting(
  write: (thoroughly: boolean) => Promise<void>,
  complain: (error: unknown) => void,
): Writable {
  let last: Tried | undefined;
  let trying: Promise<void> | undefined;
  let wasFull = false;

  async function tryOut(): Promise<void> {
    const thoroughly = wasFull;
    try {
      await inTime(write(thoroughly));
      // Unless it has turned out to be full meanwhile.
      if (wasFull === thoroughly) last = { well: true, at: Date.now() };
      if (thoroughly) wasFull = false;
    } catch (error) {
      if (last?.well !== false) complain(error);
      last = { well: false, at: Date.now() };
    }
  }

  return {
    isWritable: async () => {
      if (last === undefined || Date.now() - last.at >= restMilliseconds)
        await (trying ??= tryOut().finally(() => {
          trying = undefined;
        }));
      return last?.well === true;
    },
    failed: () => {
      if (wasFull) return;
      wasFull = true;
      last = { well: false, at: Date.now() };
    },
  };
}

function inTime(work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`it took longer than ${probeTimeoutMs / 1000} s`)), probeTimeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
