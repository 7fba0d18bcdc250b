import { StoreUnavailable } from '../unavailable.ts';

/** The smallest part that S3 accepts. */
export const partBytes = 5 * 1024 * 1024;
/** Most files fit into this. */
const smallBytes = 256 * 1024;

/** All uploads of the process share 60 MiB; further ones wait, and with them their senders. */
const maxBuffers = 12;
/** A buffer that is dropped stays in memory until the next collection, so none is dropped while uploads go on. */
const idleMs = 10_000;
const maxWaitMs = 60_000;

type Waiting = (buffer: Buffer) => void;

export type PartBuffers = ReturnType<typeof createPartBuffers>;

export function createPartBuffers(limit = maxBuffers, waitMs = maxWaitMs, sizeBytes = partBytes) {
  const idle: Buffer[] = [];
  const waiting = new Set<Waiting>();
  let made = 0;
  let dropping: NodeJS.Timeout | undefined;

  function drop(): void {
    made -= idle.length;
    idle.length = 0;
  }

  return {
    sizeBytes,
    take: async (): Promise<Buffer> => {
      const buffer = idle.pop();
      if (buffer !== undefined) return buffer;
      if (made === limit) return wait();
      made += 1;
      return Buffer.allocUnsafeSlow(sizeBytes);
    },
    giveBack: (buffer: Buffer): void => {
      const [next] = waiting;
      if (next !== undefined) return next(buffer);
      idle.push(buffer);
      clearTimeout(dropping);
      dropping = setTimeout(drop, idleMs).unref();
    },
  };

  function wait(): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const give: Waiting = (buffer) => {
        clearTimeout(timer);
        waiting.delete(give);
        resolve(buffer);
      };
      const timer = setTimeout(() => {
        waiting.delete(give);
        reject(new StoreUnavailable(`No memory for an upload was free for ${waitMs / 1000} s.`, 'failing'));
      }, waitMs);
      waiting.add(give);
    });
  }
}

/**
 * Collects the chunks of a file until they are a part. Copies them, because a sender of tiny chunks would otherwise take
 * a hundred times their memory.
 */
export function createPart(buffers: PartBuffers) {
  let buffer: Buffer = Buffer.alloc(0);
  let length = 0;

  function release(): void {
    if (buffer.length === buffers.sizeBytes) buffers.giveBack(buffer);
    buffer = Buffer.alloc(0);
    length = 0;
  }

  async function makeRoom(bytes: number): Promise<void> {
    if (bytes <= buffer.length) return;
    const larger = bytes <= smallBytes ? Buffer.allocUnsafeSlow(smallBytes) : await buffers.take();
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  }

  return {
    /** Returns the bytes that did not fit. */
    add: async (chunk: Uint8Array): Promise<Uint8Array> => {
      const taken = Math.min(chunk.length, buffers.sizeBytes - length);
      await makeRoom(length + taken);
      buffer.set(chunk.subarray(0, taken), length);
      length += taken;
      return chunk.subarray(taken);
    },
    /** Valid until `release`, which must follow. */
    bytes: () => buffer.subarray(0, length),
    release,
  };
}
