import { expect, it } from 'vitest';
import { seenAt } from './seen.tsx';

it.each([
  ['half a second after its document, if that came last', { recordAt: 1_000, documentAt: 1_300 }, 1_800],
  ['half a second after the record, if its document was there before', { recordAt: 1_000, documentAt: 400 }, 1_500],
  ['never, if its document does not come', { recordAt: 1_000, documentAt: undefined }, undefined],
])('for keys a record counts as seen %s', (_, shown, at) => expect(seenAt(shown)).toBe(at));
