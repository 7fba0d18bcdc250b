import { expect, it } from 'vitest';
import { rememberTokens } from './auth.ts';
import type { TokenGrant } from '../partners/store.ts';
import { hashToken } from '../ground/secrets/tokens.ts';

const from = { ip: '127.0.0.1' };
const found = { scopes: ['suppliers:read'] } as unknown as TokenGrant;

it('a token is looked up once by its hash, and is known at once to all that follow', async () => {
  const looked: Buffer[] = [];
  const { find } = rememberTokens(async (hash) => {
    looked.push(hash);
    return found;
  }, 60_000);
  const [first, second] = [find('dw_1', from), find('dw_1', from)];
  expect(second).toBe(first);
  expect(await first).toBe(found);
  expect(find('dw_1', from)).toBe(found);
  expect(looked).toEqual([hashToken('dw_1')]);
});

it('that a token is unknown is known at once too', async () => {
  let looked = 0;
  const { find } = rememberTokens(async () => void (looked += 1), 60_000);
  expect(await find('dw_1', from)).toBeUndefined();
  expect(find('dw_1', from)).toBeUndefined();
  expect(looked).toBe(1);
});

it('what was found is forgotten in time, counted from before the look-up', async () => {
  let looked = 0;
  const { find } = rememberTokens(async () => {
    looked += 1;
    return found;
  }, 0);
  await find('dw_1', from);
  await find('dw_1', from);
  expect(looked).toBe(2);
});

it('a look-up that failed is not remembered', async () => {
  let looked = 0;
  const { find } = rememberTokens(async () => {
    looked += 1;
    if (looked === 1) throw new Error('away');
    return found;
  }, 60_000);
  await expect(find('dw_1', from)).rejects.toThrow('away');
  expect(await find('dw_1', from)).toBe(found);
});

it('no more tokens are remembered than there is room for', async () => {
  let looked = 0;
  const { find } = rememberTokens(
    async () => {
      looked += 1;
      return found;
    },
    60_000,
    2,
  );
  for (const token of ['dw_1', 'dw_2', 'dw_3', 'dw_1']) await find(token, from);
  expect(looked).toBe(4);
});

it('a look-up that began before the cache was emptied is not kept', async () => {
  let looked = 0;
  const { find, forget } = rememberTokens(async () => {
    looked += 1;
    return found;
  }, 60_000);
  const before = find('dw_1', from);
  forget();
  await before;
  await find('dw_1', from);
  expect(looked).toBe(2);
});
