import { randomBytes } from 'node:crypto';

const bytesAtOnce = 8 * 1024;
let digits = '';
let taken = 0;

/** Digits are drawn in bulk, because a few cost as much as thousands. */
export function randomDigits(many: number): string {
  if (taken + many > digits.length) {
    digits = randomBytes(bytesAtOnce).toString('hex');
    taken = 0;
  }
  taken += many;
  return digits.slice(taken - many, taken);
}

const maxPerMillisecond = 2 ** 14;
let lastMs = 0;
let counter = 0;
let beginning = '';

/**
 * A UUIDv7 (RFC 9562): the time, a 14-bit counter that starts at random in its lower half, and 60 random bits. Ids of
 * one process increase strictly, also within a millisecond and if the clock is set back.
 */
export function newId(): string {
  const now = Date.now();
  counter += 1;
  if (now > lastMs || counter === maxPerMillisecond) {
    lastMs = Math.max(now, lastMs + 1);
    counter = Number.parseInt(randomDigits(4), 16) >>> 3;
    const time = lastMs.toString(16).padStart(12, '0');
    beginning = `${time.slice(0, 8)}-${time.slice(8)}-7`;
  }
  const high = (counter >>> 2).toString(16).padStart(3, '0');
  return `${beginning}${high}-${(8 | (counter & 3)).toString(16)}${randomDigits(3)}-${randomDigits(12)}`;
}

export function firstIdOf(time: Date): string {
  const digits = time.getTime().toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => uuid.test(text);

/** Of the 16 bytes of an id. */
export const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
