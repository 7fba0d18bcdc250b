import type { Readable } from 'node:stream';
import type { TrashedFile } from './trash.ts';
import type { CompanyId } from '../db/pool.ts';

export interface IncomingFile {
  size: number;
  sha256: Buffer;
  /** The file was longer than the limit; the rest was not stored. */
  tooLarge: boolean;
  /** Moves the file to its final place; returns once that is durable. */
  keep(company: CompanyId): Promise<void>;
  /** Does nothing after `keep`. */
  discard(): Promise<void>;
}

/** The caller must read the stream to the end or destroy it. */
export interface OpenFile {
  size: number;
  stream: Readable;
}

export interface FileReceiver {
  receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<IncomingFile>;
}

/** Both ends are included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Files are named by company and SHA-256; the same bytes of one company are stored once. */
export interface FileStore extends FileReceiver {
  /** A folder, or an address such as s3://bucket/prefix: for messages. */
  name: string;
  /** With a range, which must lie within the file, the stream has only these bytes; `size` is always the whole file's. */
  open(company: CompanyId, sha256: Buffer, range?: ByteRange): Promise<OpenFile | undefined>;
  /** Rejects if a file cannot be written. */
  probe(): Promise<void>;
  /** Removes what crashed requests left half received more than a day ago. */
  removeStale(): Promise<void>;
  /** In chunks, in ascending order; without the trash. */
  list(company: CompanyId): AsyncIterable<Buffer[]>;
  /** A trashed file can still be opened. With `keptBefore`, it is moved only if it was kept before that time. */
  trash(company: CompanyId, sha256: Buffer, now: Date, keptBefore?: Date): Promise<void>;
  trashed(company: CompanyId): Promise<TrashedFile[]>;
  putBack(company: CompanyId, trashed: TrashedFile): Promise<void>;
  remove(company: CompanyId, trashed: TrashedFile): Promise<void>;
  /** For a company that is removed itself. */
  removeAll(company: CompanyId): Promise<void>;
  /** Ends idle connections. */
  close(): void;
}
