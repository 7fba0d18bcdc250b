import { createHash, createPrivateKey, generateKeyPairSync, sign, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { NewKey, StoredKey } from './store.ts';
import { seal, unseal, type SealingKeys } from '../ground/secrets/seal.ts';

/** RFC 8037. */
const curve = { kty: 'OKP', crv: 'Ed25519' } as const;

/** A new key is published at once and signs only after this time, when every cached list of keys has it. */
export const publishedBeforeMs = 50_000;

/** Binds a sealed key to its row: copied into another one, it cannot be opened. */
const contextOf = (kid: string) => `signing key ${kid}`;

export function newSigningKey(sealingKeys: SealingKeys): NewKey {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as Required<JsonWebKey>;
  const kid = thumbprint(x);
  return { kid, publicKey: x, privateKey: seal(sealingKeys, contextOf(kid), d) };
}

/** RFC 7638: the required members in alphabetical order. */
const thumbprint = (x: string) =>
  createHash('sha256')
    .update(JSON.stringify({ crv: curve.crv, kty: curve.kty, x }))
    .digest('base64url');

/** Undefined if none of the keys opens it. */
export function openSigningKey(
  sealingKeys: readonly Buffer[],
  { kid, publicKey, privateKey }: NewKey,
): KeyObject | undefined {
  const opened = unseal(sealingKeys, contextOf(kid), privateKey);
  return opened && createPrivateKey({ format: 'jwk', key: { ...curve, x: publicKey, d: opened.text } });
}

/** Undefined if it is sealed with the current key, or if no key opens it. */
export function resealed(sealingKeys: SealingKeys, { kid, privateKey }: StoredKey): string | undefined {
  const opened = unseal(sealingKeys, contextOf(kid), privateKey);
  return opened === undefined || opened.current ? undefined : seal(sealingKeys, contextOf(kid), opened.text);
}

export const publicJwk = ({ kid, publicKey }: Pick<StoredKey, 'kid' | 'publicKey'>) => ({
  ...curve,
  x: publicKey,
  kid,
  use: 'sig',
  alg: 'EdDSA',
});

/** Keys in the order in which they should sign, from keys that are ordered newest first. */
export function signingOrder<K extends Pick<StoredKey, 'createdAt'>>(keys: readonly K[], now: Date): K[] {
  const isKnown = ({ createdAt }: K) => now.getTime() - createdAt.getTime() >= publishedBeforeMs;
  return [...keys.filter(isKnown), ...keys.filter((key) => !isKnown(key)).toReversed()];
}

/** A compact JWS (RFC 7515). */
export function signCompact(kid: string, key: KeyObject, payload: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const text = `${encode({ alg: 'EdDSA', kid, typ: 'JWT' })}.${encode(payload)}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
}
