import { expect, it } from 'vitest';
import { withoutAccents, wordsIn } from './text-search.ts';

it.each([
  ['agren 369,61', ['agren', '369,61']],
  [' Åkeri  &\u00A0Co ', ['Åkeri', 'Co']],
  ['%%', ['%%']],
  [' ', [' ']],
  ['a b c d e f g h', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
  ['a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h i j']],
])('%j has the words %j', (q, words) => expect(wordsIn(q)).toEqual(words));

it('accents are taken off, whether or not they are characters of their own', () => {
  expect(withoutAccents('Ågren Café Öst')).toBe('Agren Cafe Ost');
  expect(withoutAccents('Ågren'.normalize('NFD'))).toBe('Agren');
});
