import type { Readable } from 'node:stream';

export interface WrittenObject {
  size: number;
  sha256: Buffer;
}

export interface ListedObject {
  name: string;
  size: number;
}

/**
 * Named bytes in a folder or a bucket. Names are paths, such as backups/…/manifest.json. An object appears whole or not
 * at all.
 */
export interface ObjectStore {
  /** A folder, or an address such as s3://bucket/prefix: for messages. */
  name: string;
  /**
   * Returns once the object is durable. Replaces one of the same name. If the source fails, nothing is stored, and its
   * error is the caller's; a failure of the store is a CommandError.
   */
  write(name: string, source: AsyncIterable<Uint8Array>): Promise<WrittenObject>;
  /** Undefined if it is missing. The caller must read the stream to the end or destroy it. */
  read(name: string): Promise<Readable | undefined>;
  /** In bytes; undefined if it is missing. */
  size(name: string): Promise<number | undefined>;
  /** Objects whose names begin with `prefix`, which ends with a slash; in chunks, ascending by the bytes of the name. */
  list(prefix: string): AsyncIterable<ListedObject[]>;
  /** Names of the folders directly below `prefix`, ascending, without slashes. */
  folders(prefix: string): Promise<string[]>;
  /** Does nothing if it is missing. */
  remove(name: string): Promise<void>;
  /** Rejects if nothing can be written. */
  probe(): Promise<void>;
  /** Removes what interrupted writes of names that begin with `prefix` have left more than a day ago. */
  removeStale(prefix: string): Promise<void>;
  /** Ends idle connections. */
  close(): void;
}
