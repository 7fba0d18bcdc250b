import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { tooManyRequests } from '../errors/errors.ts';
import { createTurns, type Turns } from '../ground/scheduling/turns.ts';

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

export interface ScryptCost {
  N: number;
  r: number;
  p: number;
}

/** As OWASP asks: 128 MiB and a few tenths of a second for each try. */
const fullCost: ScryptCost = { N: 2 ** 17, r: 8, p: 1 };
const keyBytes = 32;

/** How passwords are kept and checked. */
export interface Passwords {
  /** scrypt$N$r$p$salt$key, so that the cost can be raised later. */
  hash(password: string): Promise<string>;
  /** Takes the same time whether the operator exists or not: without a hash it works on one that fits nothing. */
  verify(password: string, hash: string | undefined): Promise<boolean>;
}

export function createPasswords(cost = fullCost): Passwords {
  const written = (salt: Buffer, key: Buffer) =>
    ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
  const nobody = written(randomBytes(16), randomBytes(keyBytes));
  return {
    hash: async (password) => {
      const salt = randomBytes(16);
      return written(salt, await derive(password, salt, keyBytes, cost));
    },
    verify: async (password, hash) => {
      const [, N, r, p, salt = '', key = ''] = (hash ?? nobody).split('$');
      const expected = Buffer.from(key, 'base64');
      const actual = await derive(password, Buffer.from(salt, 'base64'), expected.length, {
        N: Number(N),
        r: Number(r),
        p: Number(p),
      });
      return timingSafeEqual(actual, expected) && hash !== undefined;
    },
  };
}

const derive = (password: string, salt: Buffer, bytes: number, { N, r, p }: ScryptCost): Promise<Buffer> =>
  scryptAsync(password.normalize('NFKC'), salt, bytes, { N, r, p, maxmem: 256 * N * r });

/**
 * Who may work on a password now. The process has four threads for files and for this: attempts on passwords must leave some
 * to partners' files, and must not be able to fill the memory. Where tries come from have their turns one after the other, so
 * that a flood from one place is refused there and nowhere else.
 */
export const createPasswordTurns = (): Turns =>
  createTurns({ atOnce: 2, maxWaiting: 100, maxPerName: 10, refusal: () => tooManyRequests(10) });
