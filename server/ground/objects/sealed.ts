import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/*
 * An encrypted object:
 *
 *   8 bytes   DWSEAL, 0, 1: the last byte is the version of this format
 *   16 bytes  salt
 *   8 bytes   HKDF-SHA256(key, salt, "check"): tells a wrong key from altered bytes
 *   chunks    64 KiB each, the last one shorter or equal; each encrypted by AES-256-GCM, followed by its tag of 16 bytes
 *
 * The chunks' key is HKDF-SHA256(key, salt, name of the object), so an object that is renamed cannot be decrypted. A
 * nonce is the number of the chunk, from 0, in 11 bytes, and 1 for the last chunk or 0 for another: chunks that are
 * missing, swapped or added are noticed. The same construction as in age (https://age-encryption.org/v1).
 */

const magic = Buffer.from('DWSEAL\0\u0001', 'latin1');
const saltBytes = 16;
const checkBytes = 8;
const headerBytes = magic.length + saltBytes + checkBytes;
const chunkBytes = 64 * 1024;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

export type SealProblem = 'not encrypted' | 'another key' | 'altered' | 'cut';

export class SealBroken extends Error {
  readonly problem: SealProblem;

  constructor(problem: SealProblem) {
    super(`The encrypted bytes cannot be read: ${problem}.`);
    this.name = 'SealBroken';
    this.problem = problem;
  }
}

export const sealedSize = (bytes: number): number =>
  headerBytes + bytes + tagBytes * Math.max(1, Math.ceil(bytes / chunkBytes));

const namesOfKeys = new WeakMap<Buffer, string>();

/** Tells keys apart in names of objects, and says nothing else of them. */
export function nameOfKey(key: Buffer): string {
  const name = namesOfKeys.get(key) ?? derived(key, Buffer.alloc(0), 'name', 4).toString('hex');
  namesOfKeys.set(key, name);
  return name;
}

export async function* sealed(key: Buffer, name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const chunkKey = derived(key, salt, name, 32);
  yield Buffer.concat([magic, salt, derived(key, salt, 'check', checkBytes)]);
  let number = 0;
  for await (const { bytes, isLast } of chunksOf(source, chunkBytes, chunkBytes)) {
    const cipher = createCipheriv(algorithm, chunkKey, nonceOf(number, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/** Fails with SealBroken before it gives a byte that was not encrypted with this key under this name. */
export async function* unsealed(key: Buffer, name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunkKey: Buffer | undefined;
  let number = 0;
  for await (const { bytes, isLast } of chunksOf(source, headerBytes, chunkBytes + tagBytes)) {
    if (chunkKey === undefined) {
      chunkKey = chunkKeyOf(key, name, bytes);
      if (isLast) throw new SealBroken('cut');
      continue;
    }
    // Only an object without content has an empty chunk.
    if (bytes.length < tagBytes || (bytes.length === tagBytes && number > 0)) throw new SealBroken('cut');
    yield unsealedChunk(chunkKey, nonceOf(number, isLast), bytes);
    number += 1;
  }
}

function chunkKeyOf(key: Buffer, name: string, header: Buffer): Buffer {
  if (!header.subarray(0, magic.length).equals(magic)) throw new SealBroken('not encrypted');
  if (header.length < headerBytes) throw new SealBroken('cut');
  const salt = header.subarray(magic.length, magic.length + saltBytes);
  if (!derived(key, salt, 'check', checkBytes).equals(header.subarray(-checkBytes)))
    throw new SealBroken('another key');
  return derived(key, salt, name, 32);
}

function unsealedChunk(key: Buffer, nonce: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  const content = decipher.update(bytes.subarray(0, -tagBytes));
  try {
    decipher.final();
  } catch {
    throw new SealBroken('altered');
  }
  return content;
}

const derived = (key: Buffer, salt: Buffer, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, purpose, bytes));

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

interface Chunk {
  /** Valid until the next chunk is asked for. */
  bytes: Buffer;
  isLast: boolean;
}

/** A first chunk, and further ones of equal size. Only the last may be shorter; it is empty only if there is no byte. */
async function* chunksOf(source: AsyncIterable<Uint8Array>, first: number, further: number): AsyncGenerator<Chunk> {
  let bytes = Buffer.allocUnsafeSlow(first);
  let length = 0;
  for await (const piece of source)
    for (let at = 0; at < piece.length;) {
      if (length === bytes.length) {
        yield { bytes, isLast: false };
        if (bytes.length !== further) bytes = Buffer.allocUnsafeSlow(further);
        length = 0;
      }
      const taken = piece.subarray(at, at + bytes.length - length);
      bytes.set(taken, length);
      length += taken.length;
      at += taken.length;
    }
  yield { bytes: bytes.subarray(0, length), isLast: true };
}
