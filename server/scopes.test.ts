import { expect, it } from 'vitest';
import { scopes } from './app.ts';
import { allScopes } from './scopes.ts';

it('the command line knows the scopes of every door', () => {
  expect(allScopes).toEqual(scopes);
});
