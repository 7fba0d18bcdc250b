import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { sealed, unsealed, SealBroken, type SealProblem } from '../../ground/objects/sealed.ts';
import type { ObjectStore, WrittenObject } from '../../ground/objects/store.ts';
import { createHash } from 'node:crypto';
import { CommandError } from '../../errors/command-error.ts';
import { isFaultOfFile } from '../../ground/files/unavailable.ts';
import { printable } from '../../ground/text/printable.ts';

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

const sealProblems: Record<SealProblem, string> = {
  'not encrypted': 'is not encrypted, although the backup is',
  'another key': 'is encrypted with another key than BACKUP_KEY, or altered',
  altered: 'is altered, or belongs to another backup',
  cut: 'is cut',
};

/** An object of a backup that is missing, or has other bytes than the manifest says. */
export class ObjectDamaged extends CommandError {
  /** Relative to the place, or to the folder of the backup. */
  readonly object: string;
  /** Follows the name in a sentence. */
  readonly problem: string;

  constructor(object: string, problem: string, advice = 'Use another backup.') {
    super(`The backup cannot be used: ${printable(object)} ${printable(problem)}. ${advice}`);
    this.name = 'ObjectDamaged';
    this.object = object;
    this.problem = problem;
  }
}

const inWords = (count: number) => count.toLocaleString('en-US');

export const bytesDamaged =
  (object: string, expected: number) =>
  (found: BytesProblem): ObjectDamaged =>
    new ObjectDamaged(
      object,
      found.problem === 'cut'
        ? `is cut: ${inWords(found.found)} of ${inWords(expected)} bytes`
        : 'is altered: its SHA-256 is not that of the manifest',
    );

/** Names the object that cannot be read, decrypted or uncompressed. Other failures are those of the store. */
export function asDamage(object: string, error: unknown): unknown {
  if (error instanceof SealBroken) {
    const advice = error.problem === 'another key' ? 'Set BACKUP_KEY to the key with which it was taken.' : undefined;
    return new ObjectDamaged(object, sealProblems[error.problem], advice);
  }
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (isFaultOfFile(error)) return new ObjectDamaged(object, `cannot be read: ${message.replace(/\.$/, '')}`);
  return code.startsWith('Z_') ? new ObjectDamaged(object, 'is altered: it is not what was compressed') : error;
}

/** A place, and the key that encrypts its objects; if it is undefined, they are not encrypted. */
export interface KeyedStore {
  store: ObjectStore;
  key: Buffer | undefined;
}

export const zlibChunkBytes = 64 * 1024;

export const storedName = ({ key }: Pick<KeyedStore, 'key'>, name: string): string =>
  key === undefined ? name : `${name}.sealed`;

export function writeObject(
  target: KeyedStore,
  name: string,
  source: AsyncIterable<Uint8Array>,
): Promise<WrittenObject> {
  const stored = storedName(target, name);
  return target.store.write(stored, target.key === undefined ? source : sealed(target.key, stored, source));
}

export interface ExpectedObject {
  /** Stands for the object in messages. */
  label: string;
  /** After decrypting. If `isZipped`, of the content. */
  content: ExpectedBytes;
  /** As it is stored. */
  stored?: ExpectedBytes;
  isZipped?: boolean;
}

/** The stream fails with ObjectDamaged if a byte is missing, altered, too much or encrypted with another key. */
export async function openObject(
  { store, key }: KeyedStore,
  name: string,
  { label, content, stored, isZipped = false }: ExpectedObject,
): Promise<Readable> {
  const nameInStore = storedName({ key }, name);
  const raw = await openRaw(store, nameInStore, label);
  if (raw === undefined) throw new ObjectDamaged(label, 'is missing');
  let isReadWhole = false;
  async function* storedBytes(source: Readable): AsyncGenerator<Uint8Array> {
    if (stored === undefined) yield* source;
    else yield* exactly(source, stored, bytesDamaged(label, stored.bytes));
    isReadWhole = true;
  }
  async function* contentBytes(source: Readable) {
    try {
      const plain = key === undefined ? storedBytes(source) : unsealed(key, nameInStore, storedBytes(source));
      yield* exactly(isZipped ? unzipped(plain) : plain, content, bytesDamaged(label, content.bytes));
    } catch (error) {
      throw asDamage(label, error);
    }
    // Bytes after the end of the compressed ones are ignored by zlib.
    if (!isReadWhole) throw new ObjectDamaged(label, 'is altered: it is longer than what was compressed');
  }
  const readable = Readable.from(contentBytes(raw), { objectMode: false });
  // A reader that leaves early waits for no further bytes.
  return readable.on('close', () => raw.destroy());
}

const openRaw = (store: ObjectStore, name: string, label: string): Promise<Readable | undefined> =>
  store.read(name).catch((error: unknown) => {
    throw asDamage(label, error);
  });

async function* unzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pipeline(source, createGunzip({ chunkSize: zlibChunkBytes }), () => undefined);
}

/** For an object whose hash is not known before. Undefined if it is missing. */
export async function readObject(
  { store, key }: KeyedStore,
  name: string,
  { label, maxBytes }: { label: string; maxBytes: number },
): Promise<Buffer | undefined> {
  const nameInStore = storedName({ key }, name);
  const raw = await openRaw(store, nameInStore, label);
  if (raw === undefined) return undefined;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of key === undefined ? (raw as AsyncIterable<Buffer>) : unsealed(key, nameInStore, raw)) {
      bytes += piece.length;
      if (bytes > maxBytes) throw new ObjectDamaged(label, 'is too long');
      pieces.push(piece);
    }
  } catch (error) {
    throw asDamage(label, error);
  }
  return Buffer.concat(pieces);
}
