import { expect, it } from 'vitest';
import { weakensPayee } from './settings.ts';

it('another account in a file is a check of the payee: weakening it takes a second administrator', () => {
  expect(weakensPayee({ rule: 'document.account', from: 'usual', to: 'off' })).toBe(true);
  expect(weakensPayee({ rule: 'document.account', from: 'off', to: 'usual' })).toBe(false);
  expect(weakensPayee({ rule: 'document.total', from: 'usual', to: 'off' })).toBe(false);
});
