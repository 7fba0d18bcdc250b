import { expect, it } from 'vitest';
import { scopes, usualScopes as usualOfDoors } from './app.ts';
import { allScopes, usualScopes } from './scopes.ts';

it('the command line knows the scopes of every door', () => {
  expect(allScopes).toEqual(scopes);
  expect(usualScopes).toEqual(usualOfDoors);
});
