import { createHash } from 'node:crypto';
import type { FileReceiver } from './store.ts';

/** Reads a file to its end, or to the limit, and writes it nowhere: for checks that must leave nothing behind. */
export const hashOnly: FileReceiver = {
  async receive(source, limit) {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > limit) break;
      hash.update(chunk);
    }
    return {
      size,
      sha256: hash.digest(),
      tooLarge: size > limit,
      keep: () => Promise.reject(new Error('A file that was only hashed cannot be kept.')),
      discard: async () => undefined,
    };
  },
};
