import { createHash } from 'node:crypto';
import { pipeline, Transform, type Readable } from 'node:stream';

/**
 * A file as it is read, piece by piece. Its last piece is held back until the whole has turned out to have this SHA-256; where it has
 * not, the stream fails with what `damaged` answers, and so what was read of it never passes for the file.
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
  // Whichever of the two ends early, the other is closed. The reader is told what went wrong.
  return pipeline(file, checking, () => undefined);
}
