import { expect, it } from 'vitest';
import { base32, bareCode, codeAt, newRecoveryCodes, stepAt, stepOf, totpAddress } from './rules.ts';

const secret = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is that of RFC 6238', (seconds, code) => {
  expect(codeAt(secret, stepAt(at(seconds)))).toBe(code);
});

it('a code is right within one step of its time, and only once', () => {
  const [now, step] = [at(3_000), 100];
  const right = (of: number, used: number | null = null) => stepOf(codeAt(secret, of), secret, now, used);
  expect([98, 99, 100, 101, 102].map((of) => right(of))).toEqual([undefined, 99, 100, 101, undefined]);
  expect([99, 100, 101].map((of) => right(of, step))).toEqual([undefined, undefined, 101]);
  for (const wrong of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
    expect(stepOf(wrong, secret, now, null)).toBeUndefined();
});

it('a secret is written as apps read it', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  expect(totpAddress(Buffer.from('foobar'), 'a+b@example.com')).toBe(
    'otpauth://totp/Doorway%3Aa%2Bb%40example.com?secret=MZXW6YTBOI&issuer=Doorway',
  );
});

it('ten recovery codes are made, all different, and read however they are typed', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  expect(bareCode(` ${(codes[0] as string).toUpperCase().replaceAll('-', ' ')} `)).toBe(codes[0]?.replaceAll('-', ''));
});
