import { expect, it } from 'vitest';
import { seenAt } from './seen.tsx';

it.each([
  ['half a second after its document, if that came last', { recordAt: 1_000, documentAt: 1_300 }, 1_800],
  ['half a second after the record, if its document was there before', { recordAt: 1_000, documentAt: 400 }, 1_500],
  ['five seconds after the record, if its document does not come', { recordAt: 1_000, documentAt: undefined }, 6_000],
  ['five seconds after the record, if its document comes later', { recordAt: 1_000, documentAt: 5_900 }, 6_000],
])('a record counts as seen %s', (_, shown, at) => expect(seenAt(shown)).toBe(at));
