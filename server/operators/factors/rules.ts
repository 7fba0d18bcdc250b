import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Time-based one-time passwords by RFC 6238, as authenticator apps make them: SHA-1, six digits, steps of 30 seconds. */
const stepSeconds = 30;
const digits = 6;

/** Clocks may differ by one step. */
const toleratedSteps = [0, -1, 1];

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) as number) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The time step that a code is for; undefined for a wrong code, and for a step that is not after the last used one. */
export function stepOf(code: string, secret: Buffer, now: Date, usedStep: number | null): number | undefined {
  const typed = Buffer.from(code);
  const found = toleratedSteps
    .map((offset) => stepAt(now) + offset)
    .find((step) => typed.length === digits && timingSafeEqual(typed, Buffer.from(codeAt(secret, step))));
  return found !== undefined && (usedStep === null || found > usedStep) ? found : undefined;
}

/** As RFC 4226 recommends. */
export const newTotpSecret = (): Buffer => randomBytes(20);

const base32Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => base32Digits[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** The address that an authenticator app reads. */
export const totpAddress = (secret: Buffer, email: string): string =>
  `otpauth://totp/${encodeURIComponent(`Doorway:${email}`)}?secret=${base32(secret)}&issuer=Doorway`;

const recoveryCodes = 10;

/** 80 random bits each, so that a plain hash of them can be stored. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodes }, () =>
    base32(randomBytes(10))
      .toLowerCase()
      .replace(/(.{4})(?=.)/g, '$1-'),
  );

/** As it was shown, however it was typed. */
export const bareCode = (typed: string): string => typed.toLowerCase().replace(/[^a-z0-9]/g, '');

export const isTotpCode = (bare: string): boolean => /^\d{6}$/.test(bare);
