import { expect, it } from 'vitest';
import { english, sayProblem } from '../../../common/errors/catalogue.ts';
import { expectLinear } from '../../testing/linear.ts';
import { passwordProblem } from './sign-in-rules.ts';

const problemOf = (password: string) => {
  const problem = passwordProblem(password, 'approver@example.com');
  return problem && sayProblem(english, problem);
};

it.each([
  'passwordpassword',
  'Password12345',
  'PASSWORD-2026!',
  'p a s s w o r d 1 2 3',
  'passw0rd!!!!',
  'qwertyuiop123',
  'Qwerty123456!',
  'iloveyou2026',
  'letmeinletmein',
  'Welcome2026!!',
  'administrator',
  'Administrator1',
  '123456789012',
  '1234567890123',
  '12345123451234512345',
  '1q2w3e4r5t6y',
  'lösenord2026',
  'Losenord1234',
  'Sommar2026!!!',
  'hejhejhejhej1',
  'changeme2026!',
  'correct horse battery staple',
  'ｐａｓｓｗｏｒｄ１２３４',
])('%s is too common', (password) => {
  expect(problemOf(password)).toMatch(/^password must not be a common password|at least 5 different characters$/);
});

it.each([
  'correct horse battery',
  'another horse battery',
  'my password is longer',
  'sommarstugan vid sjön',
  'x7#Kq9!vLm2pZ',
  '849302716455',
  'passwordless door',
])('%s is not', (password) => {
  expect(problemOf(password)).toBeUndefined();
});

it('a password must be long enough and differ from the e-mail address', () => {
  expect(problemOf('elevencharz')).toBe('password must have at least 12 characters');
  expect(problemOf('x'.repeat(201))).toBe('password must have at most 200 characters');
  expect(problemOf('abababababab')).toBe('password must have at least 5 different characters');
  expect(problemOf('the approver is in')).toBe('password must not contain the e-mail address');
});

it.each([
  '1'.repeat(195) + 'abcd',
  '!'.repeat(195) + 'abcd',
  'ab1cd'.repeat(40),
  `${'a'.repeat(100)}${'1'.repeat(96)}bcd`,
])('the longest password %s is checked in linear time', (text) =>
  expectLinear(() => {
    for (let n = 0; n < 100; n++) problemOf(text);
  }),
);
