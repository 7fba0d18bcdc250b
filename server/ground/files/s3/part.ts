/** The smallest part that S3 accepts. */
export const partBytes = 5 * 1024 * 1024;
/** Most files fit into this. */
const firstBytes = 256 * 1024;

/** Copies into one buffer: a sender of tiny chunks would otherwise take a hundred times their memory. */
export function createPart() {
  let buffer = Buffer.alloc(0);
  let length = 0;

  function room(bytes: number): void {
    if (bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(bytes <= firstBytes ? firstBytes : partBytes);
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  }

  return {
    /** Returns the bytes that did not fit. */
    add: (chunk: Uint8Array): Uint8Array => {
      const taken = Math.min(chunk.length, partBytes - length);
      room(length + taken);
      buffer.set(chunk.subarray(0, taken), length);
      length += taken;
      return chunk.subarray(taken);
    },
    bytes: () => buffer.subarray(0, length),
    clear: () => {
      length = 0;
    },
    release: () => {
      buffer = Buffer.alloc(0);
      length = 0;
    },
  };
}
