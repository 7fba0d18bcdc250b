import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { tooManyRequests } from '../errors.ts';

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** As OWASP asks: 128 MiB and a few tenths of a second for each try. */
const cost = { N: 2 ** 17, r: 8, p: 1 };
const keyBytes = 32;

/** scrypt$N$r$p$salt$key, so that the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, keyBytes, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Takes the same time whether the operator exists or not: without a hash it works on one that fits nothing. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? nobody).split('$');
  const expected = Buffer.from(key, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), expected.length, { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(actual, expected) && hash !== undefined;
}

const nobody = ['scrypt', cost.N, cost.r, cost.p, randomBytes(16).toString('base64'), randomBytes(keyBytes).toString('base64')].join('$');

// The process has four threads for files and for this; whoever tries passwords must leave some to partners' files, and
// must not be able to fill the memory.
const mostAtOnce = 2;
const mostWaiting = 50;
let underWay = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, salt: Buffer, bytes: number, { N, r, p }: typeof cost): Promise<Buffer> {
  if (waiting.length >= mostWaiting) throw tooManyRequests(10);
  if (underWay >= mostAtOnce) await new Promise<void>((resolve) => void waiting.push(resolve));
  else underWay += 1;
  try {
    return await scryptAsync(password.normalize('NFKC'), salt, bytes, { N, r, p, maxmem: 256 * N * r });
  } finally {
    // Whoever waits longest takes this one's place.
    const next = waiting.shift();
    if (next === undefined) underWay -= 1;
    else next();
  }
}
