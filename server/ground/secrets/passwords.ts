import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { tooManyRequests } from '../../errors/errors.ts';
import { createTurns, type Turns } from '../scheduling/turns.ts';

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

export interface ScryptCost {
  N: number;
  r: number;
  p: number;
}

/** As OWASP recommends: 128 MiB and a few tenths of a second per try. */
const fullCost: ScryptCost = { N: 2 ** 17, r: 8, p: 1 };
const keyBytes = 32;

export interface Passwords {
  /** The format scrypt$N$r$p$salt$key allows a higher cost later. */
  hash(password: string): Promise<string>;
  /** Without a hash it verifies against a random one, so that the time does not reveal whether an operator exists. */
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
 * Limits parallel password checks. The process has four threads for files and for scrypt: two stay free for partners'
 * files, and waiting tries cannot fill the memory. Origins take turns, so that only the origin of a flood is refused.
 */
export const createPasswordTurns = (): Turns =>
  createTurns({ atOnce: 2, maxWaiting: 100, maxPerName: 10, refusal: () => tooManyRequests(10) });
