import { createHash } from 'node:crypto';

export interface ExpectedBytes {
  bytes: number;
  sha256: string;
}

export type BytesProblem = { problem: 'cut'; found: number } | { problem: 'altered' };

/**
 * Passes bytes on, and holds back the last ones until their number and SHA-256 are as expected, so that a reader never
 * gets a complete damaged content. Fails as soon as there are too many.
 */
export async function* exactly(
  source: AsyncIterable<Uint8Array>,
  expected: ExpectedBytes,
  failure: (problem: BytesProblem) => Error,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let found = 0;
  let last: Uint8Array | undefined;
  for await (const piece of source) {
    found += piece.length;
    if (found > expected.bytes) throw failure({ problem: 'altered' });
    hash.update(piece);
    if (last !== undefined) yield last;
    last = piece;
  }
  if (found < expected.bytes) throw failure({ problem: 'cut', found });
  if (hash.digest('hex') !== expected.sha256) throw failure({ problem: 'altered' });
  if (last !== undefined) yield last;
}
