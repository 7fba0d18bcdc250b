import { createHash } from 'node:crypto';
import { pipeline, Transform, type Readable } from 'node:stream';

/**
 * Holds back the last chunk of a file until its SHA-256 matches. If it does not match, the stream fails with `damaged`,
 * so that a reader never gets a complete damaged file.
 */
export function checked(file: Readable, sha256: Buffer, damaged: () => Error): Readable {
  const hash = createHash('sha256');
  let last: Buffer | undefined;
  const checking = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      const before = last;
      last = piece;
      done(null, before);
    },
    flush(done) {
      if (hash.digest().equals(sha256)) done(null, last);
      else done(damaged());
    },
  });
  // pipeline closes both streams if either ends early; the reader gets the error.
  return pipeline(file, checking, () => undefined);
}
