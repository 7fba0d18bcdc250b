import { expect, it } from 'vitest';
import { nearestOf } from './place.ts';

it.each([
  ['the row itself', 'b', ['a', 'b', 'c'], 'b'],
  ['the one after it', 'b', ['a', 'd', 'e'], 'd'],
  ['the one before it, if none after it is left', 'c', ['a', 'b'], 'b'],
  ['none, if all are gone', 'b', ['x'], undefined],
  ['none, if it was never in the list', 'x', ['a', 'b'], undefined],
])('the place of a reader is %s', (_, name, now, found) =>
  expect(nearestOf({ name, names: ['a', 'b', 'c', 'd'] }, now)).toBe(found),
);
