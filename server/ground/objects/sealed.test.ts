import { createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { SealBroken, sealed, sealedSize, unsealed } from './sealed.ts';

const key: Buffer = Buffer.alloc(32, 7);
const name = 'backups/1/manifest.json.sealed';
const chunk = 64 * 1024;

async function* pieces(bytes: Buffer, size = 10_007): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const seal = async (bytes: Buffer, as = name, withKey = key) =>
  Buffer.concat(await Readable.from(sealed(withKey, as, pieces(bytes))).toArray());
const unseal = async (bytes: Buffer, as = name, withKey = key, size?: number) =>
  Buffer.concat(await Readable.from(unsealed(withKey, as, pieces(bytes, size))).toArray());

const problemOf = (bytes: Buffer, as?: string, withKey?: Buffer) =>
  unseal(bytes, as, withKey).then(
    () => undefined,
    (error: unknown) => (error instanceof SealBroken ? error.problem : error),
  );

/** The format of docs/keeping.md, read without the code of the service. */
function readAsDocumented(bytes: Buffer): Buffer {
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('DWSEAL\0\u0001');
  const salt = bytes.subarray(8, 24);
  const chunkKey = Buffer.from(hkdfSync('sha256', key, salt, name, 32));
  const contents: Buffer[] = [];
  for (let at = 32, number = 0; at < bytes.length; number += 1) {
    const end = Math.min(at + chunk + 16, bytes.length);
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(number, 7);
    nonce[11] = end === bytes.length ? 1 : 0;
    const decipher = createDecipheriv('aes-256-gcm', chunkKey, nonce).setAuthTag(bytes.subarray(end - 16, end));
    contents.push(decipher.update(bytes.subarray(at, end - 16)), decipher.final());
    at = end;
  }
  return Buffer.concat(contents);
}

it.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 5])(
  '%i bytes are encrypted as documented, and come back',
  async (size) => {
    const bytes = randomBytes(size);
    const stored = await seal(bytes);
    expect(stored).toHaveLength(sealedSize(size));
    expect(readAsDocumented(stored).equals(bytes)).toBe(true);
    for (const pieceSize of [1_009, chunk + 16, 1_000_000])
      expect((await unseal(stored, name, key, pieceSize)).equals(bytes)).toBe(true);
  },
);

it('the same bytes are encrypted differently each time', async () => {
  const [one, other] = [await seal(Buffer.alloc(100)), await seal(Buffer.alloc(100))];
  expect(one.subarray(32).equals(other.subarray(32))).toBe(false);
});

it('every altered byte, every cut and every added byte is noticed', async () => {
  const stored = await seal(Buffer.from('some bytes'));
  for (let at = 0; at < stored.length; at += 1) {
    const altered = Buffer.from(stored);
    altered.writeUInt8(stored.readUInt8(at) ^ (1 << (at % 8)), at);
    expect(await problemOf(altered), `byte ${at}`).toBe(at < 8 ? 'not encrypted' : at < 32 ? 'another key' : 'altered');
    expect(await problemOf(stored.subarray(0, at)), `cut at ${at}`).toMatch(/cut|altered|not encrypted/);
  }
  expect(await problemOf(Buffer.concat([stored, Buffer.alloc(1)]))).toBe('altered');
});

it('another key, another name and bytes that were never encrypted are told apart', async () => {
  const stored = await seal(Buffer.from('some bytes'));
  expect(await problemOf(stored, name, Buffer.alloc(32, 8))).toBe('another key');
  expect(await problemOf(stored, 'backups/2/manifest.json.sealed')).toBe('altered');
  expect(await problemOf(Buffer.from('{"format": 1, "name": "a backup that is not encrypted"}'))).toBe('not encrypted');
});

it('chunks that are missing, swapped, repeated or of another object are noticed', async () => {
  const bytes = randomBytes(3 * chunk);
  const [stored, other] = [await seal(bytes), await seal(bytes)];
  const part = (of: Buffer, number: number) =>
    of.subarray(32 + number * (chunk + 16), 32 + (number + 1) * (chunk + 16));
  const made = (...parts: Buffer[]) => Buffer.concat([stored.subarray(0, 32), ...parts]);
  const [first, second, third] = [part(stored, 0), part(stored, 1), part(stored, 2)];
  expect((await unseal(made(first, second, third))).equals(bytes)).toBe(true);
  for (const wrong of [
    made(first, second),
    made(first, third),
    made(second, first, third),
    made(first, first, third),
    made(first, second, second, third),
    made(first, second, third, third),
    made(first, part(other, 1), third),
  ])
    expect(await problemOf(wrong)).toBe('altered');
  expect(await problemOf(made(first, second, third, Buffer.alloc(16)))).toBe('altered');
});

it('no byte is given before its chunk is known to be whole, and the source is read no further', async () => {
  const stored = await seal(Buffer.alloc(10 * chunk));
  stored.writeUInt8(stored.readUInt8(40) ^ 1, 40);
  let read = 0;
  let ended = false;
  const source = async function* () {
    try {
      for await (const piece of pieces(stored, chunk)) {
        read += piece.length;
        yield piece;
      }
    } finally {
      ended = true;
    }
  };
  await expect(unsealed(key, name, source()).next()).rejects.toThrow(SealBroken);
  expect(read).toBeLessThanOrEqual(2 * chunk);
  expect(ended).toBe(true);
});
