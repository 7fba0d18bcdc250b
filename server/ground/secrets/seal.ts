import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** 32 bytes each. The first key encrypts; all of them decrypt, so that a key can be replaced. */
export type SealingKeys = readonly [Buffer, ...Buffer[]];

export const keyBytes = 32;
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const prefix = 'v1:';

export function readKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  // 43 digits of base64 are 32 bytes and two unused bits.
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** `context` names where the text is stored, such as a row. Copied elsewhere, the text cannot be decrypted. */
export function seal([key]: SealingKeys, context: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return prefix + sealed.toString('base64');
}

export const isSealed = (text: string): boolean => text.startsWith(prefix);

export interface UnsealedText {
  text: string;
  /** False if a former key decrypted the text, which should then be encrypted again. */
  current: boolean;
}

/** Returns undefined if no key decrypts the text: wrong key, wrong context, or altered text. */
export function unseal(keys: readonly Buffer[], context: string, sealed: string): UnsealedText | undefined {
  for (const [at, key] of keys.entries()) {
    const text = openWith(key, context, Buffer.from(sealed.slice(prefix.length), 'base64'));
    if (text !== undefined) return { text, current: at === 0 };
  }
  return undefined;
}

function openWith(key: Buffer, context: string, sealed: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(-tagBytes));
    return decipher.update(sealed.subarray(nonceBytes, -tagBytes)).toString('utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
