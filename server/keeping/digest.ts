import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { linesIn } from './archive/parts.ts';

/** Of rows in PostgreSQL's text format, in which each line is a row. */
export interface RowsDigest {
  count: number;
  sha256: string;
}

/** The next rows wait for its promise. */
export type OnRows = (rows: number) => void | Promise<void>;

/** Passes the bytes on, and counts and hashes them. */
export function digesting(onRows?: OnRows): Transform & { digest(): RowsDigest } {
  const hash = createHash('sha256');
  let count = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      hash.update(chunk);
      const rows = linesIn(chunk);
      count += rows;
      const waiting = onRows?.(rows);
      if (waiting === undefined) pass(null, chunk);
      else waiting.then(() => pass(null, chunk), pass);
    },
  });
  return Object.assign(stream, { digest: () => ({ count, sha256: hash.digest('hex') }) });
}

export async function digestOf(rows: Readable, onRows?: OnRows): Promise<RowsDigest> {
  const stream = digesting(onRows);
  await pipeline(rows, stream.resume());
  return stream.digest();
}

export const areSame = (one: RowsDigest, other: RowsDigest): boolean =>
  one.count === other.count && one.sha256 === other.sha256;
