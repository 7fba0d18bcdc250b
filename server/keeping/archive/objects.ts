import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { sealed, unsealed } from '../../ground/objects/sealed.ts';
import type { ObjectStore, WrittenObject } from '../../ground/objects/store.ts';
import { asDamage, bytesDamaged, ObjectDamaged } from './damage.ts';
import { exactly, type ExpectedBytes } from './exactly.ts';

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
