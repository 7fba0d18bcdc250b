import { expect, it } from 'vitest';
import { isSealed, readKey, seal, unseal } from './seal.ts';

const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

it('what is sealed shows nothing of itself, is never the same twice, and is opened with its key', () => {
  const sealed = seal([one], 'row 1', 'whsec_åäö');
  expect(sealed).not.toContain('whsec');
  expect(isSealed(sealed)).toBe(true);
  expect(seal([one], 'row 1', 'whsec_åäö')).not.toBe(sealed);
  expect(unseal([one], 'row 1', sealed)).toEqual({ text: 'whsec_åäö', current: true });
  expect(unseal([two, one], 'row 1', sealed)).toEqual({ text: 'whsec_åäö', current: false });
});

it('with another key, in another place, altered or cut it is not opened', () => {
  const sealed = seal([one], 'row 1', 'whsec_x');
  const altered = Buffer.from(sealed.slice(3), 'base64');
  altered[14] = (altered[14] as number) ^ 1;
  expect(unseal([two], 'row 1', sealed)).toBeUndefined();
  expect(unseal([], 'row 1', sealed)).toBeUndefined();
  expect(unseal([one], 'row 2', sealed)).toBeUndefined();
  expect(unseal([one], 'row 1', `v1:${altered.toString('base64')}`)).toBeUndefined();
  for (const length of [0, 3, 8, 20, 30]) expect(unseal([one], 'row 1', sealed.slice(0, length))).toBeUndefined();
});

it('a key is 32 bytes, in hexadecimal or base64', () => {
  expect(readKey(two.toString('hex'))).toEqual(two);
  expect(readKey(two.toString('hex').toUpperCase())).toEqual(two);
  expect(readKey(two.toString('base64'))).toEqual(two);
  expect(readKey(two.toString('base64url'))).toEqual(two);
  for (const wrong of ['', 'secret', '02'.repeat(31), Buffer.alloc(31).toString('base64'), 'ä'.repeat(43)])
    expect(readKey(wrong)).toBeUndefined();
});
